import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import type { Route } from '@kontor/contract/lib/http/route'
import type { Fields } from '@kontor/contract/lib/resources/fields'
import { useCallback, useEffect, useRef, useState } from 'react'
import { equality, withFiles } from './conflict/mergeValues.ts'
import { rulesOfRoute } from './formRules.ts'
import { type FormRecord, invalidFields, isSame, type Start, startValues, type Values } from './recordForm.ts'

/** The record that a form edits. */
export interface EditedRecord {
  routes: { create: Route; update: Route }
  /** The declared fields, if any. */
  fields?: Fields | undefined
  row: FormRecord | null
  start: Start
  /** Rules outside of the contract, such as a limit set on the server. */
  check: (values: Values) => FieldErrors
}

const NONE: FieldErrors = {}

/** The values, the row that they started from, and their errors. */
export function useEditedValues({ routes, fields, row, start, check }: EditedRecord) {
  const route = row ? routes.update : routes.create
  const rules = rulesOfRoute(route, fields)
  const [loadedRow, setLoadedRow] = useState(row)
  const [values, show] = useState(() => startValues(rules, row, start))
  const initial = useRef(values)
  /** The next values: a field may be changed and blurred in one event. */
  const latest = useRef(values)
  const [errors, setErrors] = useState(NONE)
  const { formRef, focusError } = useFocusOnError(row === null)

  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    focusError()
  }
  const validate = (all: Values) => ({ ...check(all), ...invalidFields(rules, all) })
  const setValues = useCallback((next: Values) => {
    latest.current = next
    show(next)
  }, [])
  const set = useCallback(
    (name: string, value: unknown) => {
      setValues({ ...latest.current, [name]: value })
      setErrors(({ [name]: _gone, ...rest }) => rest)
    },
    [setValues],
  )
  const blur = (name: string, check?: (value: unknown) => string | undefined) => {
    // An untouched empty field gets no error on blur: the user may only be tabbing through.
    if (isSame(latest.current[name], initial.current[name])) return
    const shownOnly = check?.(latest.current[name])
    const fieldErrors = validate(latest.current)[name] ?? (shownOnly && [shownOnly])
    setErrors(({ [name]: _gone, ...rest }) => (fieldErrors ? { ...rest, [name]: fieldErrors } : rest))
  }
  const compare = (by: FormRecord, before: FormRecord) => {
    const sides = {
      base: withFiles(route, initial.current, before),
      mine: withFiles(route, latest.current, before),
      server: withFiles(route, startValues(rules, by, start), by),
    }
    return { sides, by, before }
  }
  /** Continues from the saved row, with `all` as the values. */
  const rebaseOn = (by: FormRecord, all?: Values) => {
    const saved = startValues(rules, by, start)
    initial.current = saved
    setValues(all ?? saved)
    setErrors(NONE)
    setLoadedRow(by)
  }
  const isEqual = equality(rules)
  const isDirty = Object.keys(values).some((name) => !isEqual(name, values[name], initial.current[name]))
  return {
    rules,
    loadedRow,
    values,
    latest: () => latest.current,
    errors,
    formRef,
    isDirty,
    showErrors,
    validate,
    set,
    blur,
    compare,
    rebaseOn,
  }
}

const FOCUSABLE = ':is(input, textarea):not([type=hidden], [type=file], [hidden], :disabled)'

/**
 * Focuses the first field initially, of a new record the first one that is not prefilled, and the first field with an
 * error after it has been marked.
 */
function useFocusOnError(isNew: boolean) {
  const formElement = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts > 0)
      formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus()
  }, [attempts])
  const begin = useCallback(
    (form: HTMLFormElement | null) => {
      formElement.current = form
      const fields = [...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FOCUSABLE) ?? [])]
      const first = (isNew && fields.find(({ value }) => value === '')) || fields[0]
      first?.setAttribute('data-autofocus', '')
      // Selects the content of a number field that gets the initial focus, as Tab does: typed digits would
      // be appended otherwise.
      if (first?.inputMode === 'decimal')
        first.addEventListener('focus', () => first.select(), { once: true })
    },
    [isNew],
  )
  return { formRef: begin, focusError: () => setAttempts((count) => count + 1) }
}

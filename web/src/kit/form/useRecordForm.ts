import type { ErrorBody, FieldErrors } from '@kontor/contract/kit/errors'
import type { Route } from '@kontor/contract/kit/route'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallError } from '../call.ts'
import { notify } from '../notify.tsx'
import { formIsOpen } from '../session.ts'
import { useAct } from '../useAct.ts'
import {
  type FormRow,
  isSame,
  saveInput,
  startValues,
  type Values,
  type Writing,
  wrongFields,
} from './recordForm.ts'

interface RecordForm {
  routes: { create: Route; update: Route }
  row: FormRow | null
  start: Values
  write: Writing
  /** Rules that the contract does not know, such as a limit that the server tells. */
  check: (values: Values) => FieldErrors
  onSaved: () => void
}

const NONE: FieldErrors = {}

/** The state of one form: values, what is wrong with them, saving, and what stands in the way of it. */
export function useRecordForm({ routes, row, start, write, check, onSaved }: RecordForm) {
  const route = row ? routes.update : routes.create
  const [read, setRead] = useState(row)
  const [values, setValues] = useState(() => startValues(route, row, start, write))
  const initial = useRef(values)
  const [errors, setErrors] = useState(NONE)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [theirs, setTheirs] = useState<FormRow | null>(null)
  const { place, focusWrong } = useFocusOnWrong()
  // A session that ends now asks for the password over this form instead of leaving it.
  useEffect(formIsOpen, [])

  const refuse = (wrong: FieldErrors) => {
    setErrors(wrong)
    focusWrong()
  }
  const onFailed = ({ status, body }: CallError) => {
    if (status === 409 && body.current) return setTheirs(body.current as FormRow) // the row, by the contract
    setFailure(body)
    if (body.errors) refuse(body.errors)
  }
  const act = useAct(route, { success: row ? 'success.edit' : 'success.add', onDone: onSaved, onFailed })

  const wrong = () => ({ ...check(values), ...wrongFields(route, values) })
  const save = (as = read) => {
    if (act.isPending) return
    setFailure(null)
    setTheirs(null)
    setRead(as)
    const found = wrong()
    if (Object.keys(found).length === 0) return act.mutate(saveInput(route, values, as))
    refuse(found)
    notify.error('form.snackbar_required')
  }
  const set = useCallback((name: string, value: unknown) => {
    setValues((last) => ({ ...last, [name]: value }))
    setErrors(({ [name]: _gone, ...rest }) => rest)
  }, [])
  const blur = (name: string) => {
    // An untouched field that is still empty is not wrong yet: one may only be passing through.
    if (isSame(values[name], initial.current[name])) return
    const own = wrong()[name]
    setErrors(({ [name]: _gone, ...rest }) => (own ? { ...rest, [name]: own } : rest))
  }
  const takeTheirs = () => {
    const next = startValues(route, theirs, start, write)
    initial.current = next
    setValues(next)
    setRead(theirs)
    setTheirs(null)
  }
  const isDirty = Object.keys(values).some((name) => !isSame(values[name], initial.current[name]))
  return {
    route,
    values,
    errors,
    failure,
    theirs,
    place,
    isDirty,
    isSaving: act.isPending,
    save,
    set,
    blur,
    takeTheirs,
    goOn: () => setTheirs(null),
  }
}

/** Begins in the first field, and moves the focus to the first one marked as wrong, once it is marked. */
function useFocusOnWrong() {
  const place = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus()
  }, [asked])
  const begin = useCallback((form: HTMLFormElement | null) => {
    place.current = form
    form?.querySelector('input')?.setAttribute('data-autofocus', '')
  }, [])
  return { place: begin, focusWrong: () => setAsked((count) => count + 1) }
}

import type { ErrorBody, FieldErrors } from '@kontor/contract/lib/http/errors'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { Fields } from '@kontor/contract/lib/resources/fields'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApiError } from '../../lib/api/apiRequest.ts'
import { showSaved } from '../../lib/api/queries.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { answerKey } from '../../lib/api/useApiQuery.ts'
import { useExclusiveCall } from '../../lib/api/useExclusiveCall.ts'
import { formIsOpen } from '../../lib/session/session.ts'
import { notify } from '../ui/snackbar/notify.tsx'
import {
  equality,
  mergeValues,
  type Sides,
  whoChanged,
  withFiles,
  withoutFiles,
} from './conflict/mergeValues.ts'
import { rulesOfRoute } from './formRules.ts'
import {
  type FormRecord,
  invalidFields,
  isSame,
  type Start,
  saveInput,
  startValues,
  type Values,
} from './recordForm.ts'
import { useSavedLink } from './useSavedLink.ts'

interface RecordForm {
  routes: { create: Route; update: Route; index?: Route }
  /** The declared fields, if any. */
  fields?: Fields | undefined
  row: FormRecord | null
  start: Start
  /** Rules outside of the contract, such as a limit set on the server. */
  check: (values: Values) => FieldErrors
  onClose: () => void
  /** Confirmation before sending; returns whether to send. */
  confirmSave?: ((values: Values) => Promise<boolean>) | undefined
  /** Takes over sending; returns whether it does. */
  interceptSubmit?: ((input: RequestInput<Route>) => boolean) | undefined
  /** Called with the saved row. */
  onSaved?: ((row: FormRecord) => void) | undefined
  /** The message after saving, and its undo; the default message when absent. */
  success?: ((row: FormRecord) => { text: string; undo?: () => void } | undefined) | undefined
  /** Whether an error means that the record was saved nevertheless; the caller then reports the error. */
  savedAnyway?: ((error: ApiError) => boolean) | undefined
}

/** Somebody else has saved the row since it was loaded. */
type VersionConflict = Record<'before' | 'by', FormRecord> & { sides: Sides; person?: ErrorBody['saved_by'] }

const NONE: FieldErrors = {}

/** The state of a form: values, errors, saving and version conflicts. */
export function useRecordForm(options: RecordForm) {
  const { routes, row, onClose, savedAnyway } = options
  const route = row ? routes.update : routes.create
  const form = useEditedValues(options)
  const { rules, loadedRow, values } = form
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [versionConflict, setVersionConflict] = useState<VersionConflict | null>(null)
  // While a form is open, an expired session asks for the password in a dialog instead of leaving the
  // page.
  useEffect(formIsOpen, [])

  const onFailed = (error: ApiError) => {
    if (savedAnyway?.(error)) return close()
    const { status, body } = error
    const now = status === 409 && (body.current as FormRecord | undefined) // the row, by the contract
    if (now && loadedRow) return resolveConflict({ ...form.compare(now, loadedRow), person: body.saved_by })
    setFailure(error)
    if (body.errors) form.showErrors(body.errors)
  }
  const queries = useQueryClient()
  const savedLink = useSavedLink(row === null)
  const close = () => {
    onClose()
    void queries.invalidateQueries()
  }
  /**
   * The conflicting save may be this user's own first attempt, whose response was lost: then nothing is
   * left to save.
   */
  const resolveConflict = (other: VersionConflict) => {
    const { mine, both } = whoChanged(rules, other.sides)
    if (mine.length + both.length > 0) return setVersionConflict(other)
    notify.success('success.edit')
    close()
  }
  const done = (reply: unknown) => {
    const saved = reply as FormRecord // TypeScript cannot infer it for a generic record
    if (row && routes.index) showSaved(queries, answerKey(routes.index), saved)
    const { text, ...notifyOptions } = options.success?.(saved) ?? {
      text: row ? 'success.edit' : 'success.add',
    }
    notify.success(text, { ...savedLink(saved), ...notifyOptions })
    onClose()
    options.onSaved?.(saved)
  }
  const mutation = useApiMutation(route, { onDone: done, onFailed })
  const send = useExclusiveCall(mutation.mutate)
  const save = (all = values, as = loadedRow) => {
    if (mutation.isPending) return
    setFailure(null)
    const found = form.validate(all)
    const input = saveInput(rules, all, as)
    if (Object.keys(found).length > 0) {
      form.showErrors(found)
      return notify.error('form.snackbar_required')
    }
    const go = () => (options.interceptSubmit?.(input) ? onClose() : send(input))
    if (options.confirmSave) void options.confirmSave(all).then((yes) => yes && go())
    else go()
  }
  const conflict = versionConflict && conflictOf(route, form, versionConflict, setVersionConflict, save)
  const uploads = usePendingUploads({ save, onFailed: (name) => form.showErrors({ [name]: ['form.lost'] }) })
  const isDirty = form.isDirty || uploads.isUploading
  return { ...form, failure, conflict, isSaving: mutation.isPending, ...uploads, isDirty }
}

type Saving = (values: Values, read: FormRecord) => void

/** The actions of the conflict dialog. */
function conflictOf(
  route: Route,
  { rules, rebaseOn: rebase }: ReturnType<typeof useEditedValues>,
  versionConflict: VersionConflict,
  setVersionConflict: (versionConflict: null) => void,
  save: Saving,
) {
  const { sides, by } = versionConflict
  const rebaseOn = (row: FormRecord, all?: Values) => {
    rebase(row, all)
    setVersionConflict(null)
  }
  return {
    ...versionConflict,
    changed: whoChanged(rules, sides),
    /** Saves the merged record; of fields changed by both, mine when in `keptFields`. */
    merge(keptFields: ReadonlySet<string>) {
      const all = withoutFiles(route, mergeValues(sides, whoChanged(rules, sides), keptFields))
      rebaseOn(by, all)
      save(all, by)
    },
    acceptServer: () => rebaseOn(by),
    goBack: () => setVersionConflict(null),
  }
}

/** The values, the row that they started from, and their errors. */
function useEditedValues({ routes, fields, row, start, check }: RecordForm) {
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
  const blur = (name: string) => {
    // An untouched empty field gets no error on blur: the user may only be tabbing through.
    if (isSame(latest.current[name], initial.current[name])) return
    const fieldErrors = validate(latest.current)[name]
    setErrors(({ [name]: _gone, ...rest }) => (fieldErrors ? { ...rest, [name]: fieldErrors } : rest))
  }
  const compare = (by: FormRecord, before: FormRecord): VersionConflict => {
    const sides = {
      base: withFiles(route, initial.current, before),
      mine: withFiles(route, values, before),
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

interface PendingSave {
  save: () => void
  /** Marks the field whose upload failed. */
  onFailed: (name: string) => void
}

/**
 * Lets fields register uploads, such as pictures of a text: saving waits for all of them. A failed upload
 * cancels the save, because the saved record would differ from the one on screen.
 */
function usePendingUploads({ save, onFailed }: PendingSave) {
  const [pendingCount, setPendingCount] = useState(0)
  const [isSavePending, setSavePending] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const onSettled = useEffectEvent(() => (lost === null ? save() : onFailed(lost)))
  // After the field has rendered with the upload's result, which is then saved.
  useEffect(() => {
    if (lost === null && (pendingCount > 0 || !isSavePending)) return
    if (isSavePending) onSettled()
    setSavePending(false)
    setLost(null)
  }, [isSavePending, pendingCount, lost])
  return {
    isUploading: pendingCount > 0,
    isWaiting: isSavePending && pendingCount > 0,
    save: () => (pendingCount > 0 ? setSavePending(true) : save()),
    /** Registers an upload of a field; resolves with whether it succeeded. */
    async trackUpload(name: string, work: Promise<boolean>) {
      setPendingCount((now) => now + 1)
      const came = await work
      setPendingCount((now) => now - 1)
      if (!came) setLost(name)
    },
  }
}

import type { ErrorBody, FieldErrors } from '@kontor/contract/lib/http/errors'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { Fields } from '@kontor/contract/lib/resources/fields'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../lib/api/apiRequest.ts'
import { showSaved } from '../../lib/api/queries.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { answerKey } from '../../lib/api/useApiQuery.ts'
import { useSingleFlight } from '../../lib/api/useOneAtATime.ts'
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
import { rulesOf } from './formRules.ts'
import {
  type FormRow,
  isSame,
  type Start,
  saveInput,
  startValues,
  type Values,
  wrongFields,
} from './recordForm.ts'
import { usePendingUploads } from './usePendingUploads.ts'
import { useSavedLink } from './useSavedLink.ts'

interface RecordForm {
  routes: { create: Route; update: Route; index?: Route }
  /** As they are declared, where they are. */
  fields?: Fields | undefined
  row: FormRow | null
  start: Start
  /** Rules that the contract does not have, such as a limit from the server. */
  check: (values: Values) => FieldErrors
  onSaved: () => void
  /** Asked before it is sent; answers whether it is. */
  ask?: ((values: Values) => Promise<boolean>) | undefined
  /** Takes over what is to be sent; answers whether it does. */
  takesOver?: ((input: RequestInput<Route>) => boolean) | undefined
  /** Told what the server has saved. */
  onReply?: ((row: FormRow) => void) | undefined
  /** The message after saving, and its undo; the default message when absent. */
  success?: ((row: FormRow) => { text: string; undo?: () => void } | undefined) | undefined
  /** Whether a refusal means that it was saved all the same; it is then up to the caller to say what went wrong. */
  savedAnyway?: ((error: ApiError) => boolean) | undefined
}

/** Somebody else has saved the row since it was read. */
type VersionConflict = Record<'before' | 'by', FormRow> & { sides: Sides; person?: ErrorBody['saved_by'] }

const NONE: FieldErrors = {}

/** The state of one form: values, what is wrong with them, saving, and what stands in the way of it. */
export function useRecordForm(given: RecordForm) {
  const { routes, row, onSaved, savedAnyway } = given
  const route = row ? routes.update : routes.create
  const form = useFormValues(given)
  const { rules, read, values } = form
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [versionConflict, setVersionConflict] = useState<VersionConflict | null>(null)
  // A session that ends now asks for the password over this form instead of leaving it.
  useEffect(formIsOpen, [])

  const onFailed = (error: ApiError) => {
    if (savedAnyway?.(error)) return leave()
    const { status, body } = error
    const now = status === 409 && (body.current as FormRow | undefined) // the row, by the contract
    if (now && read) return resolveConflict({ ...form.compare(now, read), person: body.saved_by })
    setFailure(error)
    if (body.errors) form.refuse(body.errors)
  }
  const queries = useQueryClient()
  const lead = useSavedLink(row === null)
  const leave = () => {
    onSaved()
    void queries.invalidateQueries()
  }
  /** What was saved meanwhile may be all that was to be saved: by the first try, whose answer was lost. */
  const resolveConflict = (other: VersionConflict) => {
    const { mine, both } = whoChanged(rules, other.sides)
    if (mine.length + both.length > 0) return setVersionConflict(other)
    notify.success('success.edit')
    leave()
  }
  const done = (reply: unknown) => {
    const saved = reply as FormRow // of a record in general TypeScript cannot tell
    if (row && routes.index) showSaved(queries, answerKey(routes.index), saved)
    const { text, ...way } = given.success?.(saved) ?? { text: row ? 'success.edit' : 'success.add' }
    notify.success(text, { ...lead(saved), ...way })
    onSaved()
    given.onReply?.(saved)
  }
  const act = useApiMutation(route, { onDone: done, onFailed })
  const send = useSingleFlight(act.mutate)
  const save = (all = values, as = read) => {
    if (act.isPending) return
    setFailure(null)
    const found = form.wrong(all)
    const input = saveInput(rules, all, as)
    if (Object.keys(found).length > 0) {
      form.refuse(found)
      return notify.error('form.snackbar_required')
    }
    const go = () => (given.takesOver?.(input) ? onSaved() : send(input))
    if (given.ask) void given.ask(all).then((yes) => yes && go())
    else go()
  }
  const conflict = versionConflict && conflictOf(route, form, versionConflict, setVersionConflict, save)
  const bringing = usePendingUploads({ save, onLost: (name) => form.refuse({ [name]: ['form.lost'] }) })
  const isDirty = form.isDirty || bringing.isBringing
  return { ...form, failure, conflict, isSaving: act.isPending, ...bringing, isDirty }
}

type Saving = (values: Values, read: FormRow) => void

/** What can be done when somebody else was quicker. */
function conflictOf(
  route: Route,
  { rules, goOnFrom: goOn }: ReturnType<typeof useFormValues>,
  versionConflict: VersionConflict,
  setVersionConflict: (versionConflict: null) => void,
  save: Saving,
) {
  const { sides, by } = versionConflict
  const goOnFrom = (row: FormRow, all?: Values) => {
    goOn(row, all)
    setVersionConflict(null)
  }
  return {
    ...versionConflict,
    changed: whoChanged(rules, sides),
    /** Saves the changes of both; of fields that both changed, mine where they are `kept`. */
    merge(kept: ReadonlySet<string>) {
      const all = withoutFiles(route, mergeValues(sides, whoChanged(rules, sides), kept))
      goOnFrom(by, all)
      save(all, by)
    },
    takeTheirs: () => goOnFrom(by),
    goBack: () => setVersionConflict(null),
  }
}

/** What stands in the fields, from which row, and what is wrong with it. */
function useFormValues({ routes, fields, row, start, check }: RecordForm) {
  const route = row ? routes.update : routes.create
  const rules = rulesOf(route, fields)
  const [read, setRead] = useState(row)
  const [values, show] = useState(() => startValues(rules, row, start))
  const initial = useRef(values)
  /** As they will be shown next: a field may be set and left in one event. */
  const latest = useRef(values)
  const [errors, setErrors] = useState(NONE)
  const { place, focusWrong } = useFocusOnWrong()

  const refuse = (found: FieldErrors) => {
    setErrors(found)
    focusWrong()
  }
  const wrong = (all: Values) => ({ ...check(all), ...wrongFields(rules, all) })
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
    // An untouched field that is still empty is not wrong yet: one may only be passing through.
    if (isSame(latest.current[name], initial.current[name])) return
    const own = wrong(latest.current)[name]
    setErrors(({ [name]: _gone, ...rest }) => (own ? { ...rest, [name]: own } : rest))
  }
  const compare = (by: FormRow, before: FormRow): VersionConflict => {
    const sides = {
      base: withFiles(route, initial.current, before),
      mine: withFiles(route, values, before),
      server: withFiles(route, startValues(rules, by, start), by),
    }
    return { sides, by, before }
  }
  /** Goes on from what is saved now, with `all` in the fields. */
  const goOnFrom = (by: FormRow, all?: Values) => {
    const saved = startValues(rules, by, start)
    initial.current = saved
    setValues(all ?? saved)
    setErrors(NONE)
    setRead(by)
  }
  const isEqual = equality(rules)
  const isDirty = Object.keys(values).some((name) => !isEqual(name, values[name], initial.current[name]))
  return { rules, read, values, errors, place, isDirty, refuse, wrong, set, blur, compare, goOnFrom }
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
    const first = form?.querySelector('input')
    first?.setAttribute('data-autofocus', '')
    // A number that one begins in is typed anew, as after Tab: digits at its end would make another of it.
    if (first?.inputMode === 'decimal') first.addEventListener('focus', () => first.select(), { once: true })
  }, [])
  return { place: begin, focusWrong: () => setAsked((count) => count + 1) }
}

import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../lib/api/apiRequest.ts'
import { showSaved } from '../../lib/api/queries.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { responseKey } from '../../lib/api/useApiQuery.ts'
import { useExclusiveCall } from '../../lib/api/useExclusiveCall.ts'
import { formIsOpen } from '../../lib/session/session.ts'
import { useIsMounted } from '../../lib/useIsMounted.ts'
import { notify } from '../ui/snackbar/notify.tsx'
import { mergeValues, type Sides, whoChanged, withoutFiles } from './conflict/mergeValues.ts'
import { type FormRecord, saveInput, type Values } from './recordForm.ts'
import { type EditedRecord, useEditedValues } from './useEditedValues.ts'
import { usePendingUploads } from './usePendingUploads.ts'
import { useSavedLink } from './useSavedLink.ts'

interface RecordForm extends EditedRecord {
  routes: { create: Route; update: Route; index?: Route }
  onClose: () => void
  /** Confirmation before sending; returns whether to send. */
  confirmSave?: ((values: Values) => Promise<boolean>) | undefined
  /** Adds to the row of a version conflict what it lacks. */
  completeRow?: ((row: FormRecord) => Promise<FormRecord>) | undefined
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

/** The state of a form: values, errors, saving and version conflicts. */
export function useRecordForm(options: RecordForm) {
  const { routes, row, savedAnyway } = options
  const isMounted = useIsMounted()
  // A form that was left while it was saved does not close the one that is open by then.
  const onClose = () => isMounted.current && options.onClose()
  const route = row ? routes.update : routes.create
  const form = useEditedValues(options)
  const { rules, loadedRow } = form
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isCompleting, setCompleting] = useState(false)
  const [versionConflict, setVersionConflict] = useState<VersionConflict | null>(null)
  // While a form is open, an expired session asks for the password in a dialog instead of leaving the
  // page.
  useEffect(formIsOpen, [])

  const onFailed = (error: ApiError) => {
    if (savedAnyway?.(error)) return close()
    const { status, body } = error
    const now = status === 409 && (body.current as FormRecord | undefined) // the row, by the contract
    if (now && loadedRow) {
      const compare = (by: FormRecord) =>
        resolveConflict({ ...form.compare(by, loadedRow), person: body.saved_by })
      if (!options.completeRow) return compare(now)
      setCompleting(true)
      return void options
        .completeRow(now)
        .then(compare, setFailure)
        .finally(() => setCompleting(false))
    }
    setFailure(error)
    if (body.errors) form.showErrors(body.errors)
  }
  const queries = useQueryClient()
  const savedLink = useSavedLink(row === null)
  const close = () => {
    onClose()
    void queries.invalidateQueries()
  }
  const resolveConflict = (other: VersionConflict) => {
    const { mine, both } = whoChanged(rules, other.sides)
    if (mine.length + both.length > 0) return setVersionConflict(other)
    // Nothing of mine is left: the conflicting save may have been this user's own first attempt, see ADR 6.
    notify.success('success.edit')
    close()
  }
  const done = (reply: unknown) => {
    const saved = reply as FormRecord // TypeScript cannot infer it for a generic record
    if (row && routes.index) showSaved(queries, responseKey(routes.index), saved)
    const { text, ...notifyOptions } = options.success?.(saved) ?? {
      text: row ? 'success.edit' : 'success.add',
    }
    notify.success(text, { ...savedLink(saved), ...notifyOptions })
    onClose()
    options.onSaved?.(saved)
  }
  const mutation = useApiMutation(route, { onDone: done, onFailed })
  const send = useExclusiveCall(mutation.mutate)
  const isSaving = mutation.isPending || isCompleting
  const save = (all = form.latest(), as = loadedRow) => {
    if (isSaving) return
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
  return { ...form, failure, conflict, isSaving, ...uploads, isDirty }
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

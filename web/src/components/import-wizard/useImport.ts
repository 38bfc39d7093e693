import type { ChangedSince } from '@kontor/contract/lib/http/errors'
import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { isSheetName } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import type { ImportAnswers } from '@kontor/contract/lib/imports/questions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiError, apiRequest, isUnanswered } from '../../lib/api/apiRequest.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { notify } from '../ui/snackbar/notify.tsx'
import type { Imports } from './importProps.ts'
import { rememberColumns } from './questions/remembered.ts'
import { asInput, asResult, asUndone } from './useImportStatus.ts'
import { useChangedNames } from './useUndoImport.tsx'

/** The input of an import; preview and import send the same. */
interface Plan {
  file: File
  isOn: boolean
  answers: ImportAnswers
}

interface Preview {
  plan: Plan
  result: ImportResult
}

/**
 * The state of an import from file to result: uploads the file for a preview, answers its questions,
 * applies and undoes it.
 */
export function useImport({ routes, params, form, option, layout }: Imports) {
  const t = useTranslations()
  const message = useMessage()
  const [file, setFile] = useState<File | null>(null)
  const [isOn, setOn] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const onFailed = (error: ApiError) => setFailure(reasonOf(error, message))
  const { preview, isReading, share, lastPlan, loadPreview, forget } = usePreview(
    { routes, params, form, option },
    onFailed,
  )
  const applying = useApiMutation(routes.import, {
    onDone: (reply) => {
      const { create: created, update: updated } = asResult(reply).counts
      notify.success(t('upload.imported', { created, updated }))
      setResult(asResult(reply))
      rememberColumns(routes.import.path, asResult(reply), layout)
    },
    onFailed(error) {
      onFailed(error)
      const last = error.body.message === 'import.plan_changed' && lastPlan()
      if (last) loadPreview(last)
    },
  })
  const { undoing, undo } = useUndoing({ routes, params }, (why) => {
    setResult(null)
    setFailure(why)
  })
  const clear = () => {
    setFailure(null)
    setResult(null)
    forget()
  }
  const read = (next: File | undefined) => {
    if (!next || (isReading && !preview)) return
    clear()
    setFile(next)
    if (!isSheetName(next.name)) return setFailure(message('excel.extension'))
    loadPreview({ file: next, isOn, answers: {} })
  }
  /** Answers questions; the old preview stays until the new one has arrived. */
  const answer = (answers: ImportAnswers) => {
    setFailure(null)
    const last = lastPlan()
    if (last) loadPreview({ ...last, answers: merged(last.answers, answers) })
  }
  /** Applies exactly the preview on screen. */
  const apply = () => {
    setFailure(null)
    if (!preview || applying.isPending || isReading) return
    const { plan } = preview.result
    const sent = { ...form, ...formOf(preview.plan, option), ...(plan && { plan }) }
    applying.mutate(asInput({ params, form: sent, files: { file: preview.plan.file } }))
  }
  return {
    file,
    share,
    failure,
    result,
    read,
    answer,
    apply,
    isOn,
    setOn(next: boolean) {
      setOn(next)
      const last = lastPlan()
      if (last) loadPreview({ ...last, isOn: next })
    },
    isReading,
    preview: preview?.result ?? null,
    /** Whether the preview has answers of the user that closing would lose; not once it may have been applied. */
    isAnswered:
      Object.keys(lastPlan()?.answers ?? {}).length > 0 && !(applying.error && isUnanswered(applying.error)),
    undo(...args: Parameters<typeof undo>) {
      clear()
      undo(...args)
    },
    isApplying: applying.isPending,
    isUndoing: undoing.isPending,
  }
}

/**
 * Undoes an import, or with `skipChanged` only the rows that were not changed since; resolves with the error,
 * or null on success.
 */
function useUndoing(
  { routes, params }: Pick<Imports, 'routes' | 'params'>,
  onEnd: (failure: string | null) => void,
) {
  const t = useTranslations()
  const message = useMessage()
  const names = useChangedNames()
  const queries = useQueryClient()
  const undoing = useApiMutation(routes.undoImport, {
    onDone: (reply) => {
      const { created, updated, kept, changed } = asUndone(reply)
      const back = created + updated
      const left = kept + changed
      notify.success(left > 0 ? t('upload.part_undone', { back, left }) : t('upload.undone'))
      onEnd(null)
    },
    onFailed: (error) => {
      const { changed } = error.body
      onEnd(reasonOf(error, message) + (changed ? ` ${names(changed)}.` : ''))
      void queries.invalidateQueries() // the import to undo is no longer the one on screen
    },
  })
  const undo = (
    id: number,
    skipChanged: boolean,
    { onUndone, onChanged }: { onUndone?: () => void; onChanged?: (changed: ChangedSince) => void },
  ) =>
    undoing.mutate(asInput({ params, body: { id, ...(skipChanged && { leave_changed: true }) } }), {
      ...(onUndone && { onSuccess: onUndone }),
      onError: ({ body }) => body.changed && onChanged?.(body.changed),
    })
  return { undoing, undo }
}

const formOf = ({ isOn, answers }: Plan, option: Imports['option']) => ({
  ...(option && { [option.name]: String(isOn) }),
  ...(Object.keys(answers).length > 0 && { choices: JSON.stringify(answers) }),
})

/** The latest preview. */
function usePreview(
  { routes, params, form, option }: Pick<Imports, 'routes' | 'params' | 'form' | 'option'>,
  onFailed: (error: ApiError) => void,
) {
  const [share, setShare] = useState(0)
  const [preview, setPreview] = useState<Preview | null>(null)
  const planRef = useRef<Plan | null>(null)
  const latest = useRef(new AbortController())
  useEffect(() => () => latest.current.abort(), [])
  // Invalidates no queries, because a preview changes nothing.
  const reading = useMutation<ResponseBody<Route>, ApiError, RequestInput<Route>>({
    mutationFn: (input) =>
      apiRequest(routes.import, input, { onProgress: setShare, signal: latest.current.signal }),
  })
  /**
   * Only the last of several previews counts; the one before is aborted. When it fails, the one on screen
   * stays valid.
   */
  const loadPreview = (plan: Plan) => {
    latest.current.abort()
    const controller = new AbortController()
    latest.current = controller
    planRef.current = plan
    const isLatest = () => !controller.signal.aborted
    const sent = { ...form, ...formOf(plan, option), dry_run: 'true' }
    reading.mutate(asInput({ params, form: sent, files: { file: plan.file } }), {
      onSuccess: (reply) => isLatest() && setPreview({ plan, result: asResult(reply) }),
      onError: (error) => {
        if (!isLatest()) return
        planRef.current = preview?.plan ?? null
        onFailed(error)
      },
    })
  }
  const forget = () => {
    latest.current.abort()
    setPreview(null)
    setShare(0)
    planRef.current = null
  }
  return {
    preview,
    isReading: reading.isPending,
    share,
    lastPlan: () => planRef.current,
    loadPreview,
    forget,
  }
}

export type Import = ReturnType<typeof useImport>

/** Another sheet has other columns: answers about the previous one are dropped. */
const merged = (before: ImportAnswers, added: ImportAnswers): ImportAnswers =>
  added.sheet !== undefined && added.sheet !== before.sheet
    ? added
    : {
        ...before,
        ...added,
        ...(added.columns && { columns: { ...before.columns, ...added.columns } }),
        ...(added.decimals && { decimals: { ...before.decimals, ...added.decimals } }),
      }

/** The API's own reason, about the file or the request; "import failed" explains more than a field error. */
function reasonOf({ body }: ApiError, message: ReturnType<typeof useMessage>) {
  const field = Object.values(body.errors ?? {})[0]?.[0]
  return message(body.message.startsWith('import.') || !field ? body.message : field, body.params)
}

import type { ImportChoices } from '@kontor/contract/kit/importQuestions'
import type { ImportResult } from '@kontor/contract/kit/imports'
import { isSheetName } from '@kontor/contract/kit/sheet'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../call.ts'
import { useMessage } from '../i18n.tsx'
import { useAct } from '../useAct.ts'
import { asAsk, asResult, type Imports } from './ImportButton.tsx'

/** One import from file to result: sends the file for a preview, settles its questions, applies it, takes it back. */
export function useImport({ routes, option }: Imports) {
  const message = useMessage()
  const [file, setFile] = useState<File | null>(null)
  const [isOn, setOn] = useState(true)
  const [share, setShare] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [choices, setChoices] = useState<ImportChoices>({})
  const [preview, setPreview] = useState<ImportResult | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const latest = useRef(new AbortController())
  useEffect(() => () => latest.current.abort(), [])
  const onFailed = (error: CallError) => setFailure(reasonOf(error, message))

  const reading = useAct(routes.import, {
    onProgress: setShare,
    onFailed: () => undefined,
    signal: () => latest.current.signal,
  })
  const applying = useAct(routes.import, {
    success: 'upload.done',
    onDone: (reply) => setResult(asResult(reply)),
    onFailed,
  })
  const undoing = useAct(routes.undoImport, {
    success: 'upload.undone',
    onDone: () => setResult(null),
    onFailed,
  })

  const form = (settled: ImportChoices) => ({
    ...(option && { [option.name]: String(isOn) }),
    ...(Object.keys(settled).length > 0 && { choices: JSON.stringify(settled) }),
  })
  /** Of several previews only the last one counts; the one before it is given up. */
  const look = (of: File, settled: ImportChoices) => {
    latest.current.abort()
    const own = new AbortController()
    latest.current = own
    const isLatest = () => !own.signal.aborted
    reading.mutate(asAsk({ form: { ...form(settled), dry_run: 'true' }, files: { file: of } }), {
      onSuccess: (reply) => isLatest() && setPreview(asResult(reply)),
      onError: (error) => isLatest() && onFailed(error),
    })
  }
  const clear = () => {
    setFailure(null)
    setPreview(null)
    setResult(null)
    setShare(0)
    setChoices({})
  }
  const read = (next: File | undefined) => {
    if (!next || (reading.isPending && !preview)) return
    clear()
    setFile(next)
    if (!isSheetName(next.name)) return setFailure(message('excel.extension'))
    look(next, {})
  }
  /** Answers questions of the file; the preview is asked for again, and stays on screen until the new one is there. */
  const choose = (answer: ImportChoices) => {
    const settled = merged(choices, answer)
    setChoices(settled)
    setFailure(null)
    if (file) look(file, settled)
  }
  const apply = () => {
    setFailure(null)
    if (file && !applying.isPending) applying.mutate(asAsk({ form: form(choices), files: { file } }))
  }
  const undo = (id: number) => {
    clear()
    undoing.mutate(asAsk({ body: { id } }))
  }
  return {
    ...{ file, share, failure, preview, result, read, choose, apply, undo, isOn, setOn },
    isReading: reading.isPending,
    isApplying: applying.isPending,
    isUndoing: undoing.isPending,
  }
}

export type Import = ReturnType<typeof useImport>

/** Another sheet has columns of its own: what was answered about those of the last one is forgotten. */
const merged = (before: ImportChoices, answer: ImportChoices): ImportChoices =>
  answer.sheet !== undefined && answer.sheet !== before.sheet
    ? answer
    : {
        ...before,
        ...answer,
        ...(answer.columns && { columns: { ...before.columns, ...answer.columns } }),
        ...(answer.decimals && { decimals: { ...before.decimals, ...answer.decimals } }),
      }

/** The API's own reason: of the file, or of what the call asked for; that an import was refused says more than a cell. */
function reasonOf({ body }: CallError, message: ReturnType<typeof useMessage>) {
  const field = Object.values(body.errors ?? {})[0]?.[0]
  return message(body.message.startsWith('import.') || !field ? body.message : field, body.params)
}

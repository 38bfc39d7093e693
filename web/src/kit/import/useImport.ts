import type { ImportResult } from '@kontor/contract/kit/imports'
import { isSheetName } from '@kontor/contract/kit/sheet'
import { useState } from 'react'
import type { CallError } from '../call.ts'
import { useMessage } from '../i18n.tsx'
import { useAct } from '../useAct.ts'
import { asAsk, asResult, type Imports } from './ImportButton.tsx'

/** One import from file to result: sends the file for a preview, applies it, takes it back. */
export function useImport({ routes, option }: Imports) {
  const message = useMessage()
  const [file, setFile] = useState<File | null>(null)
  const [isOn, setOn] = useState(true)
  const [share, setShare] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [preview, setPreview] = useState<ImportResult | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const onFailed = ({ body }: CallError) =>
    setFailure(
      message(body.errors ? (Object.values(body.errors)[0]?.[0] ?? body.message) : body.message, body.params),
    )

  const reading = useAct(routes.import, {
    onProgress: setShare,
    onDone: (reply) => setPreview(asResult(reply)),
    onFailed,
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

  const form = option ? { [option.name]: String(isOn) } : {}
  const clear = () => {
    setFailure(null)
    setPreview(null)
    setResult(null)
    setShare(0)
  }
  const read = (next: File | undefined) => {
    if (!next || reading.isPending) return
    clear()
    setFile(next)
    if (!isSheetName(next.name)) return setFailure(message('excel.extension'))
    reading.mutate(asAsk({ form: { ...form, dry_run: 'true' }, files: { file: next } }))
  }
  const apply = () => {
    setFailure(null)
    if (file && !applying.isPending) applying.mutate(asAsk({ form, files: { file } }))
  }
  const undo = (id: number) => {
    clear()
    undoing.mutate(asAsk({ body: { id } }))
  }
  return {
    ...{ file, share, failure, preview, result, read, apply, undo, clear, isOn, setOn },
    isReading: reading.isPending,
    isApplying: applying.isPending,
    isUndoing: undoing.isPending,
  }
}

export type Import = ReturnType<typeof useImport>

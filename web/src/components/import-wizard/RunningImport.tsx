import type { ImportStatus } from '@kontor/contract/lib/imports/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import type { Imports } from './importProps.ts'
import { useUndoable } from './undoable.ts'
import { canUndoImport, useImportStatus } from './useImportStatus.ts'

const ImportBanner = lazyPart(() => import('./ImportBanners.tsx'), 'ImportBanner')
const NewImport = lazyPart(() => import('./ImportBanners.tsx'), 'NewImport')

/**
 * Progress while an import runs, also for users who did not start it; afterwards a notice that it can be
 * undone.
 */
export function RunningImport({
  onOpen,
  onUndo,
  ...imports
}: Pick<Imports, 'routes' | 'params'> & { onOpen: () => void; onUndo: (id: number) => void }) {
  const status = useImportStatus(imports)
  const running = status?.running ?? null
  useRefreshAfter(running !== null)
  const [last, forget] = useNewImport(imports, status)
  return (
    <>
      {running ? (
        <ImportBanner running={running} onOpen={onOpen} />
      ) : (
        last && <NewImport last={last} onUndo={onUndo} onClose={forget} />
      )}
    </>
  )
}

/** The last import, if it finished while this list was open, also before a reload, and can be undone. */
function useNewImport(imports: Pick<Imports, 'routes' | 'params'>, status: ImportStatus | undefined) {
  const [kept, keep] = useUndoable(imports)
  const [known, setKnown] = useState<number>()
  const id = status && (status.last?.id ?? 0)
  if (known === undefined && id !== undefined) setKnown(id)
  const last = status && canUndoImport(status.last) ? status.last : null
  const isNew = last !== null && known !== undefined && last.id !== known
  useEffect(() => {
    if (last && isNew) {
      setKnown(last.id) // another tab may close the notice, which must not come back then
      keep({ id: last.id, file_name: last.file_name, changed: last.changed })
    } else if (status && kept && kept.id !== last?.id) keep(null)
  }, [status, last, isNew, kept, keep])
  const forget = () => {
    setKnown(last?.id)
    keep(null)
  }
  return [status && last?.id === kept?.id ? last : status ? null : kept, forget] as const
}

/** Refetches everything on screen when an import of another user has finished. */
function useRefreshAfter(isRunning: boolean) {
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries()
    wasRunning.current = isRunning
  }, [isRunning, queries])
}

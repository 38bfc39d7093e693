// Importing a spreadsheet into a list.
import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportResult, ImportStatus, UndoResult } from '@kontor/contract/lib/imports/imports'
import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useUndoable } from './undoable.ts'

/** What a feature can import: its routes and its spreadsheet columns. */
export interface Imports {
  /** Title of the dialog: 'Uvoz proizvoda'. */
  title: string
  /** `template` and `excel`: downloads of an empty file and of all rows, where they exist. */
  routes: { import: Route; importStatus: Route; undoImport: Route; template?: Route; excel?: Route }
  /** Path params of the routes. */
  params?: Readonly<Record<string, string>>
  layout: SheetColumns
  /** A switch of the upload, on by default: the field that is sent, its label and help. */
  option?: { name: string; label: string; help: string }
  /** A feature's addition to the result of an import; calls `onSaved` when its content has been saved. */
  more?: (props: { result: ImportResult; onSaved: () => void }) => ReactNode
  /** Whether the result has passwords that are shown only once and must be saved before the dialog closes. */
  toSave?: (result: ImportResult) => boolean
}

// The routes are typed by the contract; this is the common type of all imports.
const asStatus = (reply: ResponseBody<Route> | undefined) => reply as ImportStatus | undefined
export const asResult = (reply: ResponseBody<Route>) => reply as ImportResult
export const asUndone = (reply: ResponseBody<Route>) => reply as UndoResult
export const asInput = (input: object) => input as RequestInput<Route>

/** Whether an import can be undone, except for rows that changed since. */
export const canUndoImport = (last: ImportStatus['last'] | undefined) =>
  last != null && (last.undoable || last.changed.others > 0)

/** Polling interval in milliseconds while an import runs. */
const POLL_MS = 700

/** The import status of a feature, polled while one runs. */
export function useImportStatus(
  { routes, params }: Pick<Imports, 'routes' | 'params'>,
  watch = false,
): ImportStatus | undefined {
  const { data } = useApiQuery(routes.importStatus, asInput({ params }), {
    refetchInterval: (last) => (watch || asStatus(last)?.running ? POLL_MS : false),
  })
  return asStatus(data)
}

const ImportBanner = lazyPart(() => import('./ImportBanners.tsx'), 'ImportBanner')
const NewImport = lazyPart(() => import('./ImportBanners.tsx'), 'NewImport')

/** Opens the import dialog. */
export function ImportButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations()
  return (
    <IconButton
      icon={IconFileImport}
      label={t('table.import')}
      word={t('table.import_word')}
      onClick={onOpen}
    />
  )
}

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

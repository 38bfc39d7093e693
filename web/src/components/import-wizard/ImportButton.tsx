// A file of rows, from choosing it to what became of it.
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

/** What a feature can import: its three calls and its Excel layout. */
export interface Imports {
  /** Title of the dialog: 'Uvoz proizvoda'. */
  title: string
  /** Of the files to begin with the empty one and that of all rows, where there are such. */
  routes: { import: Route; importStatus: Route; undoImport: Route; template?: Route; excel?: Route }
  /** What stands in the addresses of the three. */
  params?: Readonly<Record<string, string>>
  layout: SheetColumns
  /** A switch of the upload, on at first: the field that it is sent as, its words. */
  option?: { name: string; label: string; help: string }
  /** What the feature adds to the result of an import; it reports when that has been saved. */
  more?: (props: { result: ImportResult; onSaved: () => void }) => ReactNode
  /** Whether a result has logins, which are shown once and lost when the dialog is closed before they were saved. */
  toSave?: (result: ImportResult) => boolean
}

// The three routes are typed by the contract; here stands what all features' imports have in common.
const asStatus = (reply: ResponseBody<Route> | undefined) => reply as ImportStatus | undefined
export const asResult = (reply: ResponseBody<Route>) => reply as ImportResult
export const asUndone = (reply: ResponseBody<Route>) => reply as UndoResult
export const asInput = (input: object) => input as RequestInput<Route>

/** Whether an import can be taken back, at least but for the rows that were changed since. */
export const canUndoImport = (last: ImportStatus['last'] | undefined) =>
  last != null && (last.undoable || last.changed.others > 0)

/** Milliseconds between two looks at a running import. */
const EVERY = 700

/** Where imports of a feature stand, looked at again and again while one runs. */
export function useImportStatus(
  { routes, params }: Pick<Imports, 'routes' | 'params'>,
  watch = false,
): ImportStatus | undefined {
  const { data } = useApiQuery(routes.importStatus, asInput({ params }), {
    every: (last) => (watch || asStatus(last)?.running ? EVERY : false),
  })
  return asStatus(data)
}

const ImportBanner = lazyPart(() => import('./ImportBanners.tsx'), 'ImportBanner')
const NewImport = lazyPart(() => import('./ImportBanners.tsx'), 'NewImport')
/** The dialog's code, which comes when it is opened. */
export const importDialog = () => import('./ImportDialog.tsx')

/** Opens the import. */
export function ImportButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations()
  return <IconButton icon={IconFileImport} label={t('table.import')} onClick={onOpen} />
}

/** While an import runs, how far it is, also for those who did not start it; afterwards that it can be undone. */
export function RunningImport({
  onOpen,
  ...imports
}: Pick<Imports, 'routes' | 'params'> & { onOpen: () => void }) {
  const status = useImportStatus(imports)
  const running = status?.running ?? null
  useRefreshAfter(running !== null)
  const last = useNewImport(status)
  return (
    <>
      {running ? (
        <ImportBanner running={running} onOpen={onOpen} />
      ) : (
        last && <NewImport last={last} onOpen={onOpen} />
      )}
    </>
  )
}

/** The last import, where it has come since one is here and can be undone. */
function useNewImport(status: ImportStatus | undefined) {
  const [known, setKnown] = useState<number>()
  const id = status && (status.last?.id ?? 0)
  if (known === undefined && id !== undefined) setKnown(id)
  return known !== undefined && id !== known && canUndoImport(status?.last) ? (status?.last ?? null) : null
}

/** Reads everything on screen again when an import has ended that somebody else may have started. */
function useRefreshAfter(isRunning: boolean) {
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries()
    wasRunning.current = isRunning
  }, [isRunning, queries])
}

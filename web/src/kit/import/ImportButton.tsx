// import: a file of rows, from choosing it to what became of it.
import type { Ask, Reply, Route } from '@kontor/contract/kit/api/route'
import type { ImportResult, ImportStatus } from '@kontor/contract/kit/imports/imports'
import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { listTexts } from '../list/texts.ts'
import { IconButton } from '../look/IconButton.tsx'
import { useRoute } from '../net/useRoute.ts'
import { lazyPart } from '../router/lazyPart.ts'
import { useTexts } from '../texts/useTexts.ts'

/** What a feature can import: its three calls and its Excel layout. */
export interface Imports {
  /** Title of the dialog: 'Uvoz proizvoda'. */
  title: string
  routes: { import: Route; importStatus: Route; undoImport: Route }
  layout: SheetColumns
  /** A switch of the upload, on at first: the field that it is sent as, its words. */
  option?: { name: string; label: string; help: string }
  /** What else the feature has to say about a finished import; it tells when that has been saved. */
  more?: (props: { result: ImportResult; onSaved: () => void }) => ReactNode
  /** What is told once and lost when the dialog is closed before it was saved, and the warning. */
  toSave?: { isIn: (result: ImportResult) => boolean; warning: string }
}

// The three routes are typed by the contract; here stands what all features' imports have in common.
const asStatus = (reply: Reply<Route> | undefined) => reply as ImportStatus | undefined
export const asResult = (reply: Reply<Route>) => reply as ImportResult
export const asAsk = (input: object) => input as Ask<Route>

/** Milliseconds between two looks at a running import. */
const EVERY = 700

/** Where imports of a feature stand, looked at again and again while one runs. */
export function useImportStatus(route: Route, watch = false): ImportStatus | undefined {
  const { data } = useRoute(route, asAsk({}), {
    every: (last) => (watch || asStatus(last)?.running ? EVERY : false),
  })
  return asStatus(data)
}

const ImportBanner = lazyPart(() => import('./FileStep.tsx'), 'ImportBanner')
/** The dialog; its code comes when it is opened. */
export const ImportDialog = lazyPart(() => import('./ImportDialog.tsx'), 'ImportDialog')

/** Opens the import. */
export function ImportButton({ onOpen }: { onOpen: () => void }) {
  const t = useTexts(listTexts)
  return <IconButton icon={IconFileImport} label={t('table.import')} onClick={onOpen} />
}

/** While an import runs, how far it is, also for those who did not start it. */
export function RunningImport({ routes, onOpen }: Pick<Imports, 'routes'> & { onOpen: () => void }) {
  const running = useImportStatus(routes.importStatus)?.running ?? null
  useRefreshAfter(running !== null)
  if (!running) return null
  return (
    <Suspense>
      <ImportBanner running={running} onOpen={onOpen} />
    </Suspense>
  )
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

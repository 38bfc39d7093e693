import type { ImportResult, ImportStatus } from '@kontor/contract/kit/imports'
import type { Ask, Reply, Route } from '@kontor/contract/kit/route'
import type { SheetColumns } from '@kontor/contract/kit/sheet'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../IconButton.tsx'
import type { MessageKey } from '../i18n.tsx'
import { useRoute } from '../useRoute.ts'
import classes from './import.module.css'

/** What a room can import: its three calls and its Excel layout. */
export interface Imports {
  /** Title of the dialog: 'Uvoz proizvoda'. */
  title: MessageKey
  routes: { import: Route; importStatus: Route; undoImport: Route }
  layout: SheetColumns
  /** A switch of the upload, on at first: the field that it is sent as, its words. */
  option?: { name: string; label: MessageKey; help: MessageKey }
  /** What else the room has to say about a finished import. */
  more?: (props: { result: ImportResult }) => ReactNode
}

// The three routes are typed by the contract; here stands what all rooms' imports have in common.
export const asStatus = (reply: Reply<Route> | undefined) => reply as ImportStatus | undefined
export const asResult = (reply: Reply<Route>) => reply as ImportResult
export const asAsk = (input: object) => input as Ask<Route>

/** Milliseconds between two looks at a running import. */
const EVERY = 700

/** Where imports of a room stand, looked at again and again while one runs. */
export function useImportStatus(route: Route, watch = false): ImportStatus | undefined {
  const { data } = useRoute(route, asAsk({}), {
    every: (last) => (watch || asStatus(last)?.running ? EVERY : false),
  })
  return asStatus(data)
}

/** The dialog; its code comes when it is opened. */
export const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

/** Opens the import; while one runs it shows how far it is, also to those who did not start it. */
export function ImportButton(imports: Imports) {
  const t = useTranslations()
  const [open, setOpen] = useState(false)
  const running = useImportStatus(imports.routes.importStatus)?.running
  return (
    <>
      {running && (
        <button
          type="button"
          className={classes.running}
          title={t('upload.open_running')}
          onClick={() => setOpen(true)}
        >
          <progress value={running.done} max={Math.max(1, running.total)} aria-label={t('upload.running')} />
          {running.total > 0
            ? t('upload.progress', { done: running.done, total: running.total })
            : t('upload.reading')}
        </button>
      )}
      <IconButton icon={IconFileImport} label={t('table.import')} onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <ImportDialog {...imports} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

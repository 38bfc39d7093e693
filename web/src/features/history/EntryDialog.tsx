import { type HistoryEntry, history } from '@kontor/contract/history'
import { type HistoryTable, historyTables, isLine } from '@kontor/contract/history/tables'
import { importSource } from '@kontor/contract/lib/imports/source'
import { bulkPartners } from '@kontor/contract/partners/bulk'
import { bulkProducts } from '@kontor/contract/products/bulk'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { UndoButton } from '../../components/data-table/bulk-edit/UndoButton.tsx'
import { Dialog } from '../../components/ui/dialog/Dialog.tsx'
import { CloseButton } from '../../components/ui/dialog/FooterButtons.tsx'
import { NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { Action } from './Action.tsx'
import { Changes } from './Changes.tsx'
import classes from './History.module.css'
import { Pages } from './Pages.tsx'

/** One history entry; an import's entry lists its rows. */
export function EntryDialog({ row, onClose }: { row: HistoryEntry; onClose: () => void }) {
  const { locale } = useLanguage()
  const [page, setPage] = useState(1)
  const isImport = row.import_id !== null
  const kind = historyTables[row.table].label[locale]
  const rows = useApiQuery(
    history.rows,
    { params: { id: String(row.id) }, query: { page: String(page) } },
    { enabled: isImport, keepPrevious: true },
  )
  return (
    <Dialog
      title={row.record ? importSource(row.record, locale) : kind}
      subtitle={row.record_id === null || isLine(row.table) ? kind : `${kind} #${row.record_id}`}
      width={640}
      tall={isImport}
      note={isImport && <Pages page={page} total={rows.data?.total_rows ?? 0} onPage={setPage} />}
      buttons={
        <>
          <UndoAction table={row.table} id={rows.data?.bulk_id ?? null} onDone={onClose} />
          <CloseButton data-autofocus onClick={onClose} />
        </>
      }
      onClose={onClose}
    >
      <section className={classes.entry}>
        <EntryHead entry={row} />
        <Changes table={row.table} values={row.values} />
      </section>
      {rows.error && !rows.data && <NotLoaded error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.data?.result.map(({ id, record, values }) => (
        <section key={id} className={classes.entry}>
          <h3 className={classes.record}>
            {record} <span>#{id}</span>
          </h3>
          <Changes table={row.table} values={values} />
        </section>
      ))}
    </Dialog>
  )
}

/** Undo routes per table, for users who may change such records. */
const bulks: Partial<Record<HistoryTable, typeof bulkProducts | typeof bulkPartners>> = {
  products: bulkProducts,
  partners: bulkPartners,
}

/** Undo of a bulk edit that has not been undone. */
function UndoAction({ table, id, onDone }: { table: HistoryTable; id: number | null; onDone: () => void }) {
  const can = usePermission()
  const routes = bulks[table]
  if (id === null || !routes || !can(routes.undoBulk.permission)) return null
  return <UndoButton routes={routes} id={id} onDone={onDone} />
}

/** The action, its author and time. */
export function EntryHead({ entry }: { entry: HistoryEntry }) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  return (
    <p className={classes.head}>
      <Action action={entry.action} />
      <b>{entry.person?.name ?? t('history.system')}</b>
      <time dateTime={entry.at}>{dateTime(entry.at)}</time>
    </p>
  )
}

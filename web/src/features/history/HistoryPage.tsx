import { type HistoryEntry, history, historyList } from '@kontor/contract/history'
import { changesInWords, historyTables } from '@kontor/contract/history/tables'
import { importSource } from '@kontor/contract/lib/imports/source'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { Action } from './Action.tsx'
import { EntryDialog } from './EntryDialog.tsx'
import classes from './History.module.css'

/** The history of all records, newest first. */
export function HistoryPage() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const columns = useMemo<Col<HistoryEntry>[]>(
    () => [
      { key: 'at', width: 116, phone: 'below' },
      { key: 'person', width: 132, phone: 'line', cell: ({ person }) => person?.name ?? t('history.system') },
      { key: 'action', width: 136, phone: 'end', cell: ({ action }) => <Action action={action} /> },
      { key: 'table', width: 116, cell: ({ table }) => historyTables[table].label[locale] },
      {
        key: 'record',
        main: true,
        phone: 'title',
        cell: (entry) => (
          <span className={classes.twoLines}>
            <RecordName entry={entry} locale={locale} />
          </span>
        ),
      },
      { key: 'record_id', width: 96, code: true },
      { key: 'values', width: 248, cell: ({ table, values }) => changesInWords(table, values, locale) },
    ],
    [t, locale],
  )
  return (
    <ListPage
      list={historyList}
      listRoute={history.index}
      columns={columns}
      nameOf={(entry) => nameOf(entry, locale) ?? `#${entry.record_id}`}
      details={EntryDialog}
    />
  )
}

/** The record's name at that time; an entry about many records has the name of their kind. */
const nameOf = ({ record, record_id, table }: HistoryEntry, locale: Locale) =>
  (record && importSource(record, locale)) ?? (record_id === null ? historyTables[table].label[locale] : null)

/** Partners are never deleted, so their names link to their pages. */
function RecordName({ entry, locale }: { entry: HistoryEntry; locale: Locale }) {
  const { table, record_id, record } = entry
  if (table !== 'partners' || record_id === null) return nameOf(entry, locale)
  return <PartnerLink id={record_id} name={record ?? `#${record_id}`} />
}

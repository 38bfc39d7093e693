import { type HistoryEntry, history } from '@kontor/contract/history'
import {
  columnLabel,
  type HistoryChange,
  hasVisibleValue,
  historyText,
  reportedChanges,
} from '@kontor/contract/history/tables'
import { useTranslations } from 'use-intl'
import { Lines, Section, SectionLink } from '../../components/data-table/side-panel/Section.tsx'
import type { RecentHistoryProps } from '../../components/form/recordHistory.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { tableOf } from './Changes.tsx'

/** Most lines; the history has all. */
const LINES = 5

/** The last changes of a record, one line per value. */
export function RecentChanges({ feature, id, version, onOpen }: RecentHistoryProps) {
  const t = useTranslations()
  const table = tableOf(feature)
  const { data } = useApiQuery(
    history.ofRecord,
    { params: { table: table ?? 'products', id: String(id) }, query: {} },
    { keepPrevious: true, enabled: table !== undefined, staleTime: 0 },
  )
  if (!table || !data || data.result.length === 0) return null
  return (
    <Section
      title={t('history.recent')}
      aside={<SectionLink onClick={onOpen}>{t('history.title')}</SectionLink>}
    >
      <Lines key={version}>
        {data.result
          .flatMap((entry) => linesOf(entry))
          .slice(0, LINES)
          .map(({ entry, change }) => (
            <li key={`${entry.id}-${change?.column ?? ''}`}>
              <ChangeText entry={entry} change={change} />
              <When entry={entry} />
            </li>
          ))}
      </Lines>
    </Section>
  )
}

/** A line per changed value; one for an entry without values. */
function linesOf(entry: HistoryEntry): { entry: HistoryEntry; change?: HistoryChange }[] {
  const changes = entry.action === 'create' ? [] : reportedChanges(entry.table, entry.values)
  return changes.length > 0 ? changes.map((change) => ({ entry, change })) : [{ entry }]
}

function ChangeText({ entry, change }: { entry: HistoryEntry; change: HistoryChange | undefined }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  if (!change) return <span>{t(`history.did_${entry.action}`)}</span>
  const { column, before, after } = change
  const label = columnLabel(entry.table, column, locale)
  const [old, now] = [before, after].map((value) => historyText(entry.table, column, value, locale))
  if (!hasVisibleValue(entry.table, column) || (old?.length ?? 0) + (now?.length ?? 0) > 48)
    return <span>{t('history.column_changed', { column: label })}</span>
  return (
    <span>
      {label} {before !== null && <del>{old || t('history.nothing')}</del>}
      {before !== null && <span aria-hidden> → </span>}
      <b>{now || t('history.nothing')}</b>
    </span>
  )
}

/** Time and author, abbreviated. */
function When({ entry }: { entry: HistoryEntry }) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const isSheet = entry.action === 'import' || entry.action === 'undo'
  const who = entry.person?.name
  return (
    <small>
      <time dateTime={entry.at}>{dateTime(entry.at)}</time>,{' '}
      {isSheet ? [t('history.by_import'), who].filter(Boolean).join(', ') : (who ?? t('history.system'))}
    </small>
  )
}

import {
  columnLabel,
  type HistoryChange,
  type HistoryTable,
  hasVisibleValue,
  historyTableNames,
  historyText,
  reportedChanges,
} from '@kontor/contract/history/tables'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './History.module.css'

/** The changed columns, with old values struck through. */
export function Changes({ table, values }: { table: HistoryTable; values: readonly HistoryChange[] }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <dl className={classes.changes}>
      {reportedChanges(table, values).map(({ column, before, after }) => {
        const [old, now] = [before, after].map((value) => historyText(table, column, value, locale))
        return (
          <div key={column}>
            <dt>{columnLabel(table, column, locale)}</dt>
            <dd>
              {hasVisibleValue(table, column) ? (
                <>
                  {before !== null && (
                    <>
                      <del>{old || t('history.nothing')}</del>
                      <span aria-hidden> → </span>
                    </>
                  )}
                  {now || t('history.nothing')}
                </>
              ) : (
                t('history.changed')
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The history table of a feature's records; undefined for features without history. */
export function tableOf(feature: string) {
  const snake = feature.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
  return historyTableNames.find((name) => name === snake)
}

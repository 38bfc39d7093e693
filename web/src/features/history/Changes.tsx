import {
  columnLabel,
  type HistoryChange,
  type HistoryTable,
  historyText,
  isTold,
  toldChanges,
} from '@kontor/contract/history/tables'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import classes from './History.module.css'
import { texts } from './texts.ts'

/** The columns that changed, the old value struck through before the new one. */
export function Changes({ table, values }: { table: HistoryTable; values: readonly HistoryChange[] }) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  return (
    <dl className={classes.changes}>
      {toldChanges(table, values).map(({ column, before, after }) => {
        const [old, now] = [before, after].map((value) => historyText(table, column, value, locale))
        return (
          <div key={column}>
            <dt>{columnLabel(table, column, locale)}</dt>
            <dd>
              {isTold(table, column) ? (
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

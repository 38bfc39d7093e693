import { typedNumber } from '@kontor/contract/lib/numbers/number-input'
import type { BulkFields, LastBulk as Last } from '@kontor/contract/lib/resources/bulk'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './bulk.module.css'
import { UndoButton } from './UndoButton.tsx'
import type { BulkRoutes } from './useBulkUndo.ts'

interface LastBulkProps {
  routes: BulkRoutes
  fields: BulkFields
  onDone: () => void
}

/** The last bulk edit of the list with its undo button; nothing when there is none to undo. */
export function LastBulk({ routes, fields, onDone }: LastBulkProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { data } = useApiQuery(routes.lastBulk, {}, { staleTime: 0 })
  const last = data?.last
  if (!last) return null
  const { dateTime } = formatOf(locale)
  const label = fields[last.field]?.label[locale] ?? last.field
  const what = [label, changeOf(last, locale)].filter(Boolean).join(' ')
  return (
    <p className={classes.last}>
      <span>{t('bulk.last', { what, count: last.changed, time: dateTime(last.at), by: last.by })}</span>
      <UndoButton routes={routes} id={last.id} onDone={onDone} />
    </p>
  )
}

/** The change of a number: `+3 %`, `= 7,5`. For links the field's name is enough. */
function changeOf({ how, value }: Last, locale: Locale) {
  const number = typedNumber(value, locale)
  if (how === 'percent') return `${value.startsWith('-') ? '' : '+'}${number} %`
  return how === 'set' ? `= ${number}` : ''
}

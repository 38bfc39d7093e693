import type { BulkFields } from '@kontor/contract/kit/bulk/bulk'
import { useRoute } from '../net/useRoute.ts'
import { formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import classes from './bulk.module.css'
import { TakeBack } from './TakeBack.tsx'
import { bulkTexts } from './texts.ts'
import type { BulkRoutes } from './useBulkEdit.ts'

interface LastBulkProps {
  routes: BulkRoutes
  fields: BulkFields
  onDone: () => void
}

/** What was changed last in many rows, and the way back; nothing where there is none to take back. */
export function LastBulk({ routes, fields, onDone }: LastBulkProps) {
  const t = useTexts(bulkTexts)
  const { locale } = useLanguage()
  const { data } = useRoute(routes.lastBulk, {}, { fresh: 0 })
  const last = data?.last
  if (!last) return null
  const { dateTime } = formatOf(locale)
  const what = fields[last.field]?.label[locale] ?? last.field
  return (
    <p className={classes.last}>
      <span>{t('bulk.last', { what, count: last.changed, time: dateTime(last.at) })}</span>
      <TakeBack routes={routes} id={last.id} onDone={onDone} />
    </p>
  )
}

import { useTranslations } from 'use-intl'
import { dayOf } from '../../../lib/i18n/format.ts'

const DAY_MS = 86_400_000

/** The number of days until a campaign ends, as text; nothing without an end. */
export function DaysLeft({ until, className }: { until: string | null; className?: string | undefined }) {
  const t = useTranslations()
  if (!until) return null
  const count = Math.round((Date.parse(until) - Date.parse(dayOf(new Date().toISOString()))) / DAY_MS)
  return <span className={className}>{t('portal.campaigns.days_left', { count: Math.max(count, 0) })}</span>
}

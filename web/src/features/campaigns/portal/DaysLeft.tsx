import { daysBetween, officeToday } from '@kontor/contract/lib/text/locales'
import { useTranslations } from 'use-intl'

/** The number of days until a campaign ends, as text; nothing without an end. */
export function DaysLeft({ until, className }: { until: string | null; className?: string | undefined }) {
  const t = useTranslations()
  if (!until) return null
  const count = daysBetween(officeToday(), until)
  return <span className={className}>{t('portal.campaigns.days_left', { count: Math.max(count, 0) })}</span>
}

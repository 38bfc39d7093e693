import { daysBetween } from '@kontor/contract/lib/text/locales'
import { useTranslations } from 'use-intl'
import { useToday } from '../../../lib/i18n/useToday.ts'

/** The number of days until a campaign ends, as text; nothing without an end. */
export function DaysLeft({ until, className }: { until: string | null; className?: string | undefined }) {
  const t = useTranslations()
  const today = useToday()
  if (!until) return null
  const count = daysBetween(today, until)
  return <span className={className}>{t('portal.campaigns.days_left', { count: Math.max(count, 0) })}</span>
}

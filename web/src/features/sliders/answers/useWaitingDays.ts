import type { Registration } from '@kontor/contract/sliders/answers'
import { useTranslations } from 'use-intl'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** The days of a registration in one line, those that are waited for with a word. */
export function useWaitingDays() {
  const t = useTranslations()
  const { date } = formatOf(useLanguage().locale)
  return ({ all_dates, waiting_dates }: Registration) =>
    all_dates
      .map((day) => (waiting_dates.includes(day) ? t('sliders.waits', { day: date(day) }) : date(day)))
      .join(', ')
}

import type { DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/me'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** dayjs locales by language. */
const names = { cnr: 'me', en: 'en' } as const

/** What every calendar has in common. */
export function useCalendar() {
  const t = useTranslations()
  const { locale } = useLanguage()
  return {
    locale: names[locale],
    firstDayOfWeek: 1,
    weekendDays: [], // red would look like an error
    highlightToday: true,
    hideOutsideDates: true,
    ariaLabels: {
      nextMonth: t('dates.next_month'),
      previousMonth: t('dates.previous_month'),
      nextYear: t('dates.next_year'),
      previousYear: t('dates.previous_year'),
    },
  } satisfies DateInputProps
}

import type { DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import dayjs from 'dayjs'
import 'dayjs/locale/me'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** dayjs locales by language. */
const names = { cnr: 'me', en: 'en' } as const

/** Steps of the keys. */
const STEPS = new Map<string, readonly [number, 'day' | 'week' | 'month']>([
  ['ArrowLeft', [-1, 'day']],
  ['ArrowRight', [1, 'day']],
  ['ArrowUp', [-1, 'week']],
  ['ArrowDown', [1, 'week']],
  ['PageUp', [-1, 'month']],
  ['PageDown', [1, 'month']],
])

/** The day (`2026-11-21`) to which a key moves from another one; undefined for other keys. */
export function dayAfterKey(day: string, key: string): string | undefined {
  const step = STEPS.get(key)
  return (
    step &&
    dayjs(day)
      .add(...step)
      .format('YYYY-MM-DD')
  )
}

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

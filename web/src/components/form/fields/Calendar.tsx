import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/me'
import { locales, officeToday } from '@kontor/contract/lib/text/locales'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './dates.module.css'

/** dayjs locales by language. */
const names = { cnr: 'me', en: 'en' } as const

interface CalendarProps {
  days: readonly string[]
  onChoose: (days: readonly string[]) => void
  wrong: boolean
}

/** A calendar for selecting several dates, from today on in Podgorica. Arrow keys move, Space selects. */
export function Calendar({ days, onChoose, wrong }: CalendarProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const today = officeToday()
  const full = useMemo(
    () => new Intl.DateTimeFormat(locales[locale], { dateStyle: 'full', timeZone: 'UTC' }),
    [locale],
  )
  return (
    <DatePicker
      type="multiple"
      className={classes.calendar ?? ''}
      value={[...days]}
      onChange={onChoose}
      minDate={today}
      locale={names[locale]}
      firstDayOfWeek={1}
      weekendDays={[]} // red would look like an error
      maxLevel="year"
      highlightToday
      hideOutsideDates
      ariaLabels={{
        nextMonth: t('dates.next_month'),
        previousMonth: t('dates.previous_month'),
        nextYear: t('dates.next_year'),
        previousYear: t('dates.previous_year'),
      }}
      getDayAriaLabel={(date) => full.format(new Date(date))}
      getDayProps={(date) => ({
        'aria-pressed': days.includes(date),
        ...(wrong && date === today && { 'data-wrong': true }),
      })}
    />
  )
}

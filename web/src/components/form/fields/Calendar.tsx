import { locales, officeToday } from '@kontor/contract/lib/text/locales'
import { DatePicker } from '@mantine/dates'
import { useMemo } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './dates.module.css'
import { useCalendar } from './useCalendar.ts'

interface CalendarProps {
  days: readonly string[]
  onChoose: (days: readonly string[]) => void
  wrong: boolean
}

/** A calendar for selecting several dates, from today on in Podgorica. Arrow keys move, Space selects. */
export function Calendar({ days, onChoose, wrong }: CalendarProps) {
  const { locale } = useLanguage()
  const today = officeToday()
  const full = useMemo(
    () => new Intl.DateTimeFormat(locales[locale], { dateStyle: 'full', timeZone: 'UTC' }),
    [locale],
  )
  return (
    <DatePicker
      {...useCalendar()}
      type="multiple"
      className={classes.calendar ?? ''}
      value={[...days]}
      onChange={onChoose}
      minDate={today}
      maxLevel="year"
      getDayAriaLabel={(date) => full.format(new Date(date))}
      getDayProps={(date) => ({
        'aria-pressed': days.includes(date),
        ...(wrong && date === today && { 'data-wrong': true }),
      })}
    />
  )
}

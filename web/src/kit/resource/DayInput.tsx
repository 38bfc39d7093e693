import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/me'
import { parseFilter } from '@kontor/contract/kit/list/filter'
import { IconCalendar } from '@tabler/icons-react'
import { listTexts } from '../list/texts.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'

/** The languages as the calendar's names of months and weekdays know them, and how they write a day. */
const ways = {
  cnr: { locale: 'me', valueFormat: 'DD.MM.YYYY.' },
  en: { locale: 'en', valueFormat: 'DD/MM/YYYY' },
} as const

/** A day with its calendar: arrows move in it, Enter chooses. */
export function DayInput({ value, ...props }: DateInputProps) {
  const t = useTexts(listTexts)
  const { locale } = useLanguage()
  return (
    <DateInput
      {...props}
      {...ways[locale]}
      value={value || null}
      dateParser={read}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('form.empty_choice') }}
      firstDayOfWeek={1}
      highlightToday
      hideOutsideDates
      rightSection={
        value && !props.required ? undefined : <IconCalendar size={16} stroke={1.6} aria-hidden />
      }
      ariaLabels={{
        nextMonth: t('dates.next_month'),
        previousMonth: t('dates.previous_month'),
        nextYear: t('dates.next_year'),
        previousYear: t('dates.previous_year'),
      }}
    />
  )
}

/** As a filter reads days: `21.11.2026`, with slashes too, `2026-11-21`. */
function read(typed: string): string | null {
  const day = parseFilter('day', typed.replaceAll('/', '.'))
  const { from, below } = day && 'range' in day ? day.range : {}
  const isOne =
    from !== undefined && below !== undefined && Date.parse(below) - Date.parse(from) === 86_400_000
  return isOne ? from : null
}

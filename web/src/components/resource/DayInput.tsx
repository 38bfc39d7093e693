import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/me'
import { IconCalendar } from '@tabler/icons-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { oneDay, typedDay } from './typedDay.ts'

/** The languages as the calendar's names of months and weekdays know them, and how they write a day. */
const wordings = {
  cnr: { locale: 'me', valueFormat: 'DD.MM.YYYY.' },
  en: { locale: 'en', valueFormat: 'DD/MM/YYYY' },
} as const

interface DayInputProps extends Omit<DateInputProps, 'value' | 'onChange'> {
  /** `2026-11-21`, `''` for none, or what was typed and is no day. */
  value: string
  onChange: (value: string) => void
  /** Told at every key what is no day, to make it the value; without, the day before comes back. */
  onUnread?: (typed: string) => void
}

/** Mantine's field begins with a day or with nothing; this one with what was typed before it came on screen, until one types. */
const TypedInput = ({ unread, value, ...props }: ComponentProps<'input'> & { unread: string }) => (
  <input {...props} value={unread || value} />
)

/**
 * A day with its calendar: arrows move in it, Enter chooses. What is typed and is no day stays in it for the
 * form's rule to refuse: taken back without a word, it would be saved as none.
 */
export function DayInput({ value, onChange, onUnread, ...props }: DayInputProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const isDay = value === '' || oneDay(value) === value
  const day = useRef('')
  if (isDay) day.current = value
  const [unread, setUnread] = useState(isDay ? '' : value)
  const shown = { component: TypedInput, unread: isDay ? '' : unread }
  return (
    <DateInput
      {...props}
      {...wordings[locale]}
      {...shown}
      value={day.current || null}
      onChange={(day) => onChange(day ?? '')}
      onInput={({ currentTarget }) => {
        setUnread('')
        const typed = currentTarget.value.trim()
        if (typed && typedDay(typed) === null) onUnread?.(typed)
      }}
      fixOnBlur={isDay}
      // Where a day is taken at once, a year that is not typed yet may follow.
      dateParser={onUnread ? (typed) => typedDay(typed) : oneDay}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('form.empty_choice'), tabIndex: -1 }} // who types empties it by typing
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

import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useCalendar } from '../form/fields/useCalendar.ts'
import { oneDay, typedDay } from './typedDay.ts'

/** Date formats by language. */
const formats = { cnr: 'DD.MM.YYYY.', en: 'DD/MM/YYYY' } as const

interface DayInputProps extends Omit<DateInputProps, 'value' | 'onChange'> {
  /** `2026-11-21`, `''` for none, or a typed text that is no date. */
  value: string
  onChange: (value: string) => void
  /**
   * Called on every key with a text that is no date, to make it the value; when absent, blur restores the
   * previous date.
   */
  onInvalidText?: (typed: string) => void
}

/** Mantine's DateInput cannot start with an invalid text; this input shows it until the user types. */
const TypedInput = ({ invalidText, value, ...props }: ComponentProps<'input'> & { invalidText: string }) => (
  <input {...props} value={invalidText || value} />
)

/**
 * A date input with a calendar for the pointer; the keyboard types the date. An invalid text stays for the
 * form's validation: silently removed, it would be saved as empty.
 */
export function DayInput({ value, onChange, onInvalidText, ...props }: DayInputProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const isDay = value === '' || oneDay(value) === value
  const day = useRef('')
  if (isDay) day.current = value
  const [invalidText, setInvalidText] = useState(isDay ? '' : value)
  const shown = { component: TypedInput, invalidText: isDay ? '' : invalidText }
  return (
    <DateInput
      {...props}
      {...useCalendar()}
      valueFormat={formats[locale]}
      {...shown}
      value={day.current || null}
      onChange={(day) => onChange(day ?? '')}
      onInput={({ currentTarget }) => {
        setInvalidText('')
        const typed = currentTarget.value.trim()
        if (typed && typedDay(typed) === null) onInvalidText?.(typed)
      }}
      fixOnBlur={isDay}
      // Where each date applies at once, the year may still be being typed.
      dateParser={onInvalidText ? (typed) => typedDay(typed) : oneDay}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('form.empty_choice'), tabIndex: -1 }} // the keyboard clears it by typing
      rightSection={value && !props.required ? undefined : <IconCalendar size={16} aria-hidden />}
    />
  )
}

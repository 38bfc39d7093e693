import { officeToday } from '@kontor/contract/lib/text/locales'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { dayAfterKey, useCalendar } from '../form/fields/useCalendar.ts'
import { oneDay, typedDay } from './typedDay.ts'

/** Date formats by language. */
const formats = { cnr: 'DD.MM.YYYY.', en: 'DD/MM/YYYY' } as const

interface DayInputProps extends Omit<DateInputProps, 'value' | 'onChange' | 'getDayProps' | 'popoverProps'> {
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
 * A date input with a calendar. The keyboard types the date, or goes into the calendar with the down arrow. An
 * invalid text stays for the form's validation: silently removed, it would be saved as empty.
 */
export function DayInput({ value, onChange, onInvalidText, onKeyDown, ...props }: DayInputProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const isDay = value === '' || oneDay(value) === value
  const day = useRef('')
  if (isDay) day.current = value
  const [invalidText, setInvalidText] = useState(isDay ? '' : value)
  const shown = { component: TypedInput, invalidText: isDay ? '' : invalidText }
  const { onKey, onTyping, ...calendar } = useCalendarKeys(day.current, props.excludeDate)
  return (
    <DateInput
      {...props}
      {...useCalendar()}
      valueFormat={formats[locale]}
      {...shown}
      {...calendar}
      value={day.current || null}
      onChange={(day) => onChange(day ?? '')}
      onKeyDown={(event) => {
        onKey(event)
        if (!event.defaultPrevented) onKeyDown?.(event)
      }}
      onInput={({ currentTarget }) => {
        onTyping()
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

/** The ring of the focus, which stays in the input. */
const reachedDay = { outline: '2px solid var(--focus)', outlineOffset: -2 }

/**
 * The calendar opens on the month of `day`, else of today. The down arrow goes into it; there arrow and page keys
 * move, Enter picks the reached day, and Escape closes. The focus stays in the input, so that typing goes on at once.
 */
function useCalendarKeys(day: string, isExcluded: DateInputProps['excludeDate'] = () => false) {
  const id = useId()
  const [state, setState] = useState<'closed' | 'open' | 'entered'>('closed')
  const [date, setDate] = useState(day || officeToday())
  const idOf = (one: string) => `${id}${one}`
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: input } = event
    if (event.ctrlKey || event.metaKey || event.shiftKey || input.readOnly) return
    const next = dayAfterKey(date, key)
    if (state === 'entered' && next) {
      if (!isExcluded(next) || isExcluded(date)) setDate(next)
    } else if (state === 'entered' && key === 'Enter') document.getElementById(idOf(date))?.click()
    else if (key === 'ArrowDown') {
      input.click() // opens it
      setState('entered')
    } else if (key !== 'Escape' || state === 'closed') return
    event.preventDefault() // Enter would save the form, and Escape close its dialog
  }
  return {
    onKey,
    onTyping: () => setState((last) => (last === 'entered' ? 'open' : last)),
    date,
    onDateChange: setDate,
    popoverProps: {
      onOpen: () => {
        setDate(day || officeToday())
        setState((last) => (last === 'closed' ? 'open' : last))
      },
      onClose: () => setState('closed'),
    },
    getDayProps: (one: string) => ({
      id: idOf(one),
      ...(state === 'entered' && one === date && { style: reachedDay }),
    }),
    ...(state === 'entered' && {
      'aria-activedescendant': idOf(date),
      allowDeselect: false, // Enter on the chosen day would clear it
    }),
  }
}

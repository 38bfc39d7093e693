import { officeToday } from '@kontor/contract/lib/text/locales'
import { DatePicker } from '@mantine/dates'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './dates.module.css'
import { dayAfterKey, useCalendar } from './useCalendar.ts'

interface CalendarProps {
  days: readonly string[]
  onChoose: (days: readonly string[]) => void
  wrong: boolean
}

/** A calendar for selecting several dates, from today on in Podgorica. Arrow and page keys move, Space selects. */
export function Calendar({ days, onChoose, wrong }: CalendarProps) {
  const { fullDay } = useFormat()
  const today = officeToday()
  const root = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(today)
  /** Moves the focus into another month; within one Mantine does. */
  const goToMonth = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event
    const day = target instanceof HTMLElement ? target.dataset.day : undefined
    const isModified = ctrlKey || metaKey || altKey || shiftKey
    const next = day && !isModified ? dayAfterKey(day, key) : undefined
    if (!day || !next || next < today || next.slice(0, 7) === day.slice(0, 7)) return
    event.preventDefault()
    event.stopPropagation()
    flushSync(() => setShown(next))
    root.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  return (
    <DatePicker
      ref={root}
      {...useCalendar()}
      date={shown}
      onDateChange={setShown}
      onKeyDownCapture={goToMonth}
      type="multiple"
      className={classes.calendar ?? ''}
      value={[...days]}
      onChange={onChoose}
      minDate={today}
      maxLevel="year"
      getDayAriaLabel={fullDay}
      getDayProps={(date) => ({
        'data-day': date,
        'aria-pressed': days.includes(date),
        ...(wrong && date === today && { 'data-wrong': true }),
      })}
    />
  )
}

import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { typedDay } from '../resource/typedDay.ts'
import { notify } from '../ui/snackbar/notify.tsx'
import classes from './RangeBar.module.css'

// The calendar is loaded when the user changes the date.
const DayInput = lazyPart(() => import('../resource/DayInput.tsx'), 'DayInput')

interface RangeDayProps {
  label: string
  day: string
  /** Limits of the calendar. Typed dates are validated by the caller. */
  min?: string
  max: string
  onChoose: (day: string) => void
  /** Called with the text on Enter; returns whether it named a preset range. */
  onCall: (typed: string) => boolean
}

/**
 * One end of a range. The first letters of a preset's name and Enter choose that preset: `j` is
 * yesterday. A date without a year is the nearest one; an invalid one is reported and reverted.
 */
export function RangeDay({ label, day, min, max, onChoose, onCall }: RangeDayProps) {
  const t = useTranslations()
  const { date } = useFormat()
  /** Whether the field with the calendar is mounted, and takes over the focus. */
  const [calendarRequest, setCalendarRequest] = useState<'with focus' | 'without' | false>(false)
  /**
   * The date at the time of the last Enter, and the number of Enters: the typed text is dropped then and
   * the new date is shown.
   */
  const [entered, setEntered] = useState({ times: 0, before: '' })
  const shown = { 'aria-label': label, title: t('range.hint'), className: classes.day ?? '' }
  /** Applies the typed text. */
  const read = (typed: string) => {
    if (typed.trim() === '' || typed === date(day)) return
    const parsedDay = typedDay(typed)
    if (parsedDay === null) notify.error(t('range.none', { typed }))
    else if (parsedDay !== day) onChoose(parsedDay)
  }
  if (!calendarRequest)
    return (
      <End label={label}>
        <TextInput
          {...shown}
          readOnly
          value={date(day)}
          rightSection={<IconCalendar size={16} aria-hidden />}
          // Keeps the focus until the calendar field is mounted: keys would go to the list otherwise. A
          // focus that has moved on stays.
          onFocus={({ currentTarget }) =>
            void DayInput.load().then(() =>
              setCalendarRequest(document.activeElement === currentTarget ? 'with focus' : 'without'),
            )
          }
          onPointerEnter={() => void DayInput.load()}
        />
      </End>
    )
  return (
    <End label={label}>
      <DayInput
        key={`${entered.times} ${entered.before === day}`}
        {...shown}
        required
        autoFocus={calendarRequest === 'with focus' || entered.times > 0}
        value={day}
        excludeDate={(one) => one > max || (min !== undefined && one < min)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Enter') return
          if (!onCall(currentTarget.value)) read(currentTarget.value)
          setEntered(({ times }) => ({ times: times + 1, before: day }))
        }}
        onBlur={({ currentTarget }) => read(currentTarget.value)}
        onChange={(chosen) => chosen && chosen !== day && onChoose(chosen)}
      />
    </End>
  )
}

const End = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.one}>
    <span aria-hidden>{label}</span>
    {children}
  </div>
)

import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { typedDay } from '../resource/typedDay.ts'
import { notify } from '../ui/snackbar/notify.tsx'
import classes from './RangeBar.module.css'

// With its calendar larger than the screen: it comes when somebody wants another day.
const DayInput = lazyPart(() => import('../resource/DayInput.tsx'), 'DayInput')

interface RangeDayProps {
  label: string
  day: string
  /** The days that the calendar offers. What is typed is judged by whoever is told of it. */
  min?: string
  max: string
  onChoose: (day: string) => void
  /** Told what stands there when Enter is pressed; answers whether that is the name of a whole range. */
  onCall: (typed: string) => boolean
}

/**
 * One end of a range. The first letter of a range's name and Enter choose that: `j` is yesterday. A day without a year is
 * the nearest; what is none is said to be none, and the day before comes back.
 */
export function RangeDay({ label, day, min, max, onChoose, onCall }: RangeDayProps) {
  const t = useTranslations()
  const { date } = formatOf(useLanguage().locale)
  /** Whether the field with the calendar stands there, and takes over the focus. */
  const [isWanted, setWanted] = useState<'with focus' | 'without' | false>(false)
  /** The day that stood there when Enter was pressed, and how often that was: the text goes then, and the new day comes. */
  const [entered, setEntered] = useState({ times: 0, before: '' })
  const shown = { 'aria-label': label, title: t('range.hint'), className: classes.day ?? '' }
  /** Takes what stands there. */
  const read = (typed: string) => {
    if (typed.trim() === '' || typed === date(day)) return
    const meant = typedDay(typed)
    if (meant === null) notify.error(t('range.none', { typed }))
    else if (meant !== day) onChoose(meant)
  }
  if (!isWanted)
    return (
      <End label={label}>
        <TextInput
          {...shown}
          readOnly
          value={date(day)}
          rightSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
          // It keeps the focus until the other is there: keys would be the list's. Who has gone on keeps it as well.
          onFocus={({ currentTarget }) =>
            void DayInput.load().then(() =>
              setWanted(document.activeElement === currentTarget ? 'with focus' : 'without'),
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
        autoFocus={isWanted === 'with focus' || entered.times > 0}
        value={day}
        getDayProps={(one) => ({ disabled: one > max || (min !== undefined && one < min) })}
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

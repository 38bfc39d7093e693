import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../router/lazyPart.ts'
import { formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'
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
}

/** One end of a range. */
export function RangeDay({ label, day, min, max, onChoose }: RangeDayProps) {
  const { date } = formatOf(useLanguage().locale)
  const [isWanted, setWanted] = useState(false)
  const shown = { 'aria-label': label, className: classes.day ?? '' }
  const quiet = (
    <TextInput
      {...shown}
      readOnly
      value={date(day)}
      rightSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      onFocus={() => setWanted(true)}
    />
  )
  return (
    <div className={classes.one}>
      <span aria-hidden>{label}</span>
      {isWanted ? (
        <Suspense fallback={quiet}>
          <DayInput
            {...shown}
            required
            autoFocus
            value={day}
            getDayProps={(one) => ({ disabled: one > max || (min !== undefined && one < min) })}
            onChange={(chosen) => chosen && chosen !== day && onChoose(chosen)}
          />
        </Suspense>
      ) : (
        quiet
      )}
    </div>
  )
}

import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../router/lazyPart.ts'
import { formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import classes from './RangeBar.module.css'
import { rangeTexts } from './texts.ts'

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

/** One end of a range. The first letter of a range's name and Enter choose that: `j` is yesterday. */
export function RangeDay({ label, day, min, max, onChoose, onCall }: RangeDayProps) {
  const t = useTexts(rangeTexts)
  const { date } = formatOf(useLanguage().locale)
  const [isWanted, setWanted] = useState(false)
  /** The day that stood there when a range was called; the text goes then, and the new day comes. */
  const [before, setBefore] = useState<string>()
  const shown = { 'aria-label': label, title: t('range.hint'), className: classes.day ?? '' }
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
            key={before === undefined ? 'typed' : before === day ? 'called' : 'answered'}
            {...shown}
            required
            autoFocus
            value={day}
            getDayProps={(one) => ({ disabled: one > max || (min !== undefined && one < min) })}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter' && onCall(currentTarget.value)) setBefore(day)
            }}
            onChange={(chosen) => chosen && chosen !== day && onChoose(chosen)}
          />
        </Suspense>
      ) : (
        quiet
      )}
    </div>
  )
}

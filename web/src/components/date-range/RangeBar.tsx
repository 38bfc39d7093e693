// The date range filter of a list.
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../ui/snackbar/notify.tsx'
import { Segments } from '../ui/tabs/Segments.tsx'
import classes from './RangeBar.module.css'
import { RangeDay } from './RangeDay.tsx'
import { type DayRange, presetNamed, presetOf, presetRange, presets, rangeProblem } from './ranges.ts'

interface RangeBarProps {
  range: DayRange
  today: string
  onChange: (range: DayRange) => void
  /** Further filters, at the right. */
  children?: ReactNode
}

/** From and to, and buttons for the preset ranges. */
export function RangeBar({ range, today, onChange, children }: RangeBarProps) {
  const t = useTranslations()
  const set = (next: DayRange) => {
    const wrong = rangeProblem(next, today)
    if (wrong) notify.error(t(`range.wrong_${wrong}`))
    else onChange(next)
  }
  const call = (typed: string) => {
    const preset = presetNamed(typed, (key) => t(`range.${key}`))
    if (preset) onChange(presetRange(preset, today))
    return preset !== undefined
  }
  return (
    <div className={classes.bar}>
      <div className={classes.days}>
        <RangeDay
          label={t('range.from')}
          day={range.from}
          max={range.to}
          onCall={call}
          onChoose={(from) => set({ ...range, from })}
        />
        <RangeDay
          label={t('range.to')}
          day={range.to}
          min={range.from}
          max={today}
          onCall={call}
          onChoose={(to) => set({ ...range, to })}
        />
      </div>
      <div className={classes.presets}>
        <Segments
          label={t('range.presets')}
          segments={presets.map((key) => ({ key, label: t(`range.${key}`) }))}
          current={presetOf(range, today)}
          onChoose={(preset) => onChange(presetRange(preset, today))}
        />
      </div>
      {children && <div className={classes.end}>{children}</div>}
    </div>
  )
}

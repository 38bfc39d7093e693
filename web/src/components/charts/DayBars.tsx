import { type ComponentProps, cloneElement, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useIsPhone } from '../../lib/layout/useMedia.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import type { StackedBar } from './BarPlot.tsx'
import { BarTable, type BarTableProps } from './BarTable.tsx'
import classes from './DayBars.module.css'
import { unitOf } from './unitOf.ts'

const BarPlot = lazyPart(() => import('./BarPlot.tsx'), 'BarPlot')

const COLORS = ['var(--ch-1)', 'var(--ch-2)', 'var(--ch-3)']
const SUFFIX = { 1: '', 1000: 'k', 1000000: 'M' } as const
const PHONE_BARS = 14

interface DayBarsProps extends Omit<BarTableProps, 'isBySeries'> {
  title: string
  /** Summary of a bar for screen readers, read after its name. */
  summaryOf: (bar: StackedBar) => string
}

/**
 * Stacked bars with keyboard navigation: arrow keys move between bars. Enter and a click pick the series
 * of a bar, or open a menu when it has several. The same data follows as a collapsed table.
 */
export function DayBars(props: DayBarsProps) {
  const { title, series, format, summaryOf, onPick } = props
  const t = useTranslations()
  const isPhone = useIsPhone()
  const bars = isPhone ? props.bars.slice(-PHONE_BARS) : props.bars
  const [shown, setShown] = useState<number>()
  const [home, setHome] = useState(bars.length - 1)
  const list = useRef<HTMLOListElement>(null)
  const unit = unitOf(bars)
  const titleOf = (bar: StackedBar) => `${bar.name}: ${summaryOf(bar)}`
  const go = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li > button') ?? [])]
    const at = buttons.findIndex((one) => one.matches(':focus'))
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    buttons[Math.max(0, Math.min(to, buttons.length - 1))]?.focus()
  }
  return (
    <>
      <div className={classes.plot}>
        <div aria-hidden className={classes.drawing}>
          <BarPlot
            colors={COLORS}
            suffix={SUFFIX[unit]}
            bars={bars}
            series={series}
            format={format}
            titleOf={titleOf}
            unit={unit}
            shown={shown}
          />
        </div>
        <ol
          ref={list}
          className={classes.bars}
          aria-label={title}
          onKeyDown={go}
          onPointerLeave={() => setShown(undefined)}
        >
          {bars.map((bar, index) => (
            <li key={bar.key}>
              <Bar
                bar={bar}
                series={series}
                format={format}
                onPick={onPick}
                tabIndex={index === Math.min(home, bars.length - 1) ? 0 : -1}
                aria-label={titleOf(bar)}
                onFocus={() => {
                  setHome(index)
                  setShown(index)
                }}
                onBlur={() => setShown(undefined)}
                onPointerEnter={() => setShown(index)}
              />
            </li>
          ))}
        </ol>
      </div>
      <details className={classes.table}>
        <summary>{t('chart.as_table')}</summary>
        <BarTable {...props} isBySeries />
      </details>
    </>
  )
}

interface BarProps extends Pick<DayBarsProps, 'series' | 'format' | 'onPick'>, ComponentProps<'button'> {
  bar: StackedBar
}

function Bar({ bar, series, format, onPick, ...rest }: BarProps) {
  const filled = series.flatMap((_, index) => ((bar.parts[index] ?? 0) > 0 ? [index] : []))
  const button = <button type="button" {...rest} />
  if (filled.length < 2) return cloneElement(button, { onClick: () => onPick(bar.key, filled[0] ?? 0) })
  return (
    <Menu target={button}>
      {filled.map((index) => (
        <MenuItem key={index} end={format(bar.parts[index] ?? 0)} onClick={() => onPick(bar.key, index)}>
          {series[index]}
        </MenuItem>
      ))}
    </Menu>
  )
}

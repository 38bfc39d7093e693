import { type ComponentProps, cloneElement, type KeyboardEvent, useRef, useState } from 'react'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useTexts } from '../../lib/i18n/useTexts.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import type { StackedBar } from './BarDrawing.tsx'
import { BarTable } from './BarTable.tsx'
import classes from './DayBars.module.css'
import { ticksOf, unitOf } from './scale.ts'
import { chartTexts } from './texts.ts'

interface DayBarsProps {
  title: string
  /** What the bars are of, such as days. */
  head: string
  series: readonly string[]
  bars: readonly StackedBar[]
  write: (amount: number) => string
  /** All of a bar in a few words, beside its name. */
  sayAll: (bar: StackedBar) => string
  onPick: (key: string, series: number) => void
}

/**
 * Bars that the keyboard walks: arrows go from one to the next. Enter and a click pick the series that a bar is of, or ask
 * which one when it is of several. The same folded as a table.
 */
export function DayBars(props: DayBarsProps) {
  const { title, bars, onPick } = props
  const t = useTexts(chartTexts)
  const [shown, setShown] = useState<{ key: string; place: number }>()
  const [home, setHome] = useState<number>()
  const plot = useRef<HTMLDivElement>(null)
  const most = Math.max(0, ...bars.map(({ parts }) => sum(parts)))
  const current = Math.min(home ?? bars.length - 1, bars.length - 1)
  const go = (event: KeyboardEvent) => {
    const buttons = [...(plot.current?.querySelectorAll('button') ?? [])]
    const visible = buttons.filter((one) => one.offsetParent !== null)
    const at = visible.findIndex((one) => one.matches(':focus'))
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: visible.length - 1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    visible[Math.max(0, Math.min(to, visible.length - 1))]?.focus()
  }
  const bar = bars.find(({ key }) => key === shown?.key)
  const show = (key: string, button: HTMLElement) => {
    const [own, all] = [button.getBoundingClientRect(), button.closest('ol')?.getBoundingClientRect() ?? null]
    if (all) setShown({ key, place: (own.left + own.width / 2 - all.left) / Math.max(1, all.width) })
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows go between the bars, which are buttons */}
      <div ref={plot} className={classes.plot} onKeyDown={go} onPointerLeave={() => setShown(undefined)}>
        <Grid most={most} />
        <ol className={classes.bars} aria-label={title}>
          {bars.map((one, index) => (
            <li key={one.key} data-now={one.isNow || undefined}>
              <Bar
                {...{ bar: one, series: props.series, write: props.write, onPick }}
                isHome={index === current}
                name={`${one.name}: ${props.sayAll(one)}`}
                onFocus={({ currentTarget }) => {
                  setHome(index)
                  show(one.key, currentTarget)
                }}
                onBlur={() => setShown(undefined)}
                onPointerEnter={({ currentTarget }) => show(one.key, currentTarget)}
              >
                <Parts parts={one.parts} most={most} />
              </Bar>
              {one.label && <span aria-hidden>{one.label}</span>}
            </li>
          ))}
        </ol>
        {bar && shown && <Tip {...props} bar={bar} place={shown.place} />}
      </div>
      <details className={classes.table}>
        <summary>{t('chart.as_table')}</summary>
        <BarTable {...props} isBySeries />
      </details>
    </>
  )
}

interface BarProps extends Pick<DayBarsProps, 'series' | 'write' | 'onPick'>, ComponentProps<'button'> {
  bar: StackedBar
  name: string
  /** The one that Tab comes to. */
  isHome: boolean
}

function Bar({ bar, name, isHome, series, write, onPick, ...rest }: BarProps) {
  const filled = series.flatMap((_, index) => ((bar.parts[index] ?? 0) > 0 ? [index] : []))
  const button = <button type="button" tabIndex={isHome ? 0 : -1} aria-label={name} {...rest} />
  if (filled.length < 2) return cloneElement(button, { onClick: () => onPick(bar.key, filled[0] ?? 0) })
  return (
    <Menu target={button}>
      {filled.map((index) => (
        <MenuItem key={index} end={write(bar.parts[index] ?? 0)} onClick={() => onPick(bar.key, index)}>
          {series[index]}
        </MenuItem>
      ))}
    </Menu>
  )
}

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)

/** The first series lowest. */
const Parts = ({ parts, most }: { parts: readonly number[]; most: number }) =>
  parts
    .map((part, series) =>
      part > 0 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: which series it is of is all that it is
        <i key={series} data-series={series} style={{ height: `${(100 * part) / most}%` }} />
      ) : null,
    )
    .reverse()

function Grid({ most }: { most: number }) {
  const { integer } = formatOf(useLanguage().locale)
  const unit = unitOf(most)
  return (
    <div className={classes.grid} aria-hidden>
      {ticksOf(most).map((tick) => (
        <span key={tick} style={{ bottom: most > 0 ? `${(100 * tick) / most}%` : 0 }}>
          {integer(tick / unit)}
          {tick > 0 && unit > 1 && (unit === 1000 ? 'k' : 'M')}
        </span>
      ))}
    </div>
  )
}

interface TipProps extends DayBarsProps {
  bar: StackedBar
  /** From 0 at the left to 1. */
  place: number
}

function Tip({ bar, place, series, write, sayAll }: TipProps) {
  const side = place > 0.5 ? { right: `${100 * (1 - place) + 3}%` } : { left: `${100 * place + 8}%` }
  return (
    <div className={classes.tip} style={side} aria-hidden>
      <p>
        <b>{bar.name}</b> {sayAll(bar)}
      </p>
      <ul className={classes.legend}>
        {series.map((name, index) => (
          <li key={name} data-series={index}>
            <i />
            {name} <span>{write(bar.parts[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

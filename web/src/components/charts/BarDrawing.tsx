import type { ReactNode } from 'react'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './chart.module.css'
import { fitting, ticksOf } from './scale.ts'

export interface StackedBar {
  key: string
  /** Whole, for the table and whoever points at it. */
  name: string
  /** Below it, where there is room. */
  label?: string | undefined
  isNow?: boolean
  /** One amount of each series, from the axis on. */
  parts: readonly number[]
}

export interface StackedBarsProps {
  title: string
  /** Behind the title: what the numbers at the axis are, by what they are divided by. */
  unit: Readonly<Record<1 | 1000 | 1_000_000, string>>
  /** What all of it says, for whoever does not see it. */
  text: string
  /** What the bars are of, such as days. */
  head: string
  series: readonly string[]
  bars: readonly StackedBar[]
  write: (amount: number) => string
  onPick: (key: string) => void
  /** Before the button that shows the table. */
  children?: ReactNode
}

const HEIGHT = 116
/** Room for the numbers at the left, above the highest bar, and for what stands below. */
const LEFT = 36
const TOP = 8
const BOTTOM = 20
const BASE = HEIGHT - BOTTOM

interface BarDrawingProps extends Omit<StackedBarsProps, 'unit'> {
  width: number
  /** The highest bar, and what the numbers beside the lines are divided by. */
  most: number
  unit: number
}

/** The bars as a picture as wide as its place. */
export function BarDrawing({ title, text, series, bars, write, onPick, width, most, unit }: BarDrawingProps) {
  const { integer } = formatOf(useLanguage().locale)
  const room = (width - LEFT) / Math.max(1, bars.length)
  const heightOf = (amount: number) => (most > 0 ? (amount / most) * (BASE - TOP) : 0)
  const textOf = ({ name, parts }: StackedBar) =>
    [name, ...parts.map((part, index) => `${series[index]}: ${write(part)}`)].join('\n')
  const labels = bars.flatMap(({ label, isNow }, index) =>
    label ? [{ label, isNow, at: LEFT + (index + 0.5) * room }] : [],
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the table behind the button
    <svg
      className={classes.drawing}
      role="img"
      aria-label={`${title}. ${text}`}
      width={width}
      height={HEIGHT}
      onClick={({ target }) => {
        const key = (target as Element).closest('[data-key]')?.getAttribute('data-key')
        if (key) onPick(key)
      }}
    >
      {ticksOf(most).map((tick) => (
        <g key={tick} className={classes.tick}>
          <line x1={LEFT} x2={width} y1={BASE - heightOf(tick)} y2={BASE - heightOf(tick)} />
          <text x={LEFT - 8} y={BASE - heightOf(tick) + 4}>
            {integer(tick / unit)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <g key={bar.key} data-key={bar.key} className={classes.bar}>
          <title>{textOf(bar)}</title>
          <rect data-now={bar.isNow || undefined} x={LEFT + index * room} y={0} width={room} height={BASE} />
          <Parts parts={bar.parts.map(heightOf)} x={LEFT + index * room} room={room} />
        </g>
      ))}
      {fitting(labels).map(({ label, isNow, at }) => (
        <text
          key={at}
          className={classes.label}
          data-now={isNow || undefined}
          x={Math.min(at, width - 18)}
          y={HEIGHT - 4}
        >
          {label}
        </text>
      ))}
    </svg>
  )
}

/** The parts of a bar, one on the other, with a line of the ground between them. */
function Parts({ parts, x, room }: { parts: readonly number[]; x: number; room: number }) {
  const width = Math.max(1, Math.min(28, room * 0.6))
  return parts.map((height, series) => {
    const below = parts.slice(0, series).reduce((sum, part) => sum + part, 0)
    const gap = below > 0 && height > 2 ? 1 : 0
    return (
      height > 0 && (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: which series it is of is all that it is
          key={series}
          data-series={series}
          x={x + (room - width) / 2}
          y={BASE - below - height}
          width={width}
          height={Math.max(1, height - gap)}
        />
      )
    )
  })
}

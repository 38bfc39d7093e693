import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useId } from 'react'
import { useIsPhone } from '../../../lib/layout/useMedia.ts'
import classes from './Bars.module.css'

interface BarRow {
  id: number
  name: string
  /** Remaining up to the limit; 0 without a limit. */
  free: number
  undelivered: number
  delivered: number
  /** At the right end. */
  amount: string
}

interface BarRowsProps {
  rows: readonly BarRow[]
  /** Labels of the delivered, undelivered and free parts. */
  series: { delivered: string; undelivered: string; free: string }
  format: (amount: number) => string
}

/** Pixels: height of a row, width of its name, which may wrap, and of the amounts. */
const DESK = { row: 34, names: 200 }
const PHONE = { row: 48, names: 116 }
const AMOUNTS = 92

/**
 * Ordered and delivered amounts as bars of one scale; filled, striped and empty, so that they are
 * distinguishable without colour.
 */
export function BarRows({ rows, series, format }: BarRowsProps) {
  const stripes = useId()
  const isPhone = useIsPhone()
  const { row, names } = isPhone ? PHONE : DESK
  const rowOf = (id: unknown) => rows.find((one) => one.id === id)
  const edge = { strokeOpacity: 1, strokeWidth: 1 }
  return (
    <BarChart
      className={classes.rows ?? ''}
      h={rows.length * row}
      orientation="vertical"
      type="stacked"
      data={[...rows]}
      dataKey="id"
      series={[
        { name: 'delivered', label: series.delivered, color: 'var(--accent)' },
        { name: 'undelivered', label: series.undelivered, color: 'var(--accent)' },
        ...(rows.some(({ free }) => free > 0)
          ? [{ name: 'free', label: series.free, color: 'var(--line-ctl)' }]
          : []),
      ]}
      valueFormatter={format}
      gridAxis="none"
      withXAxis={false}
      withRightYAxis
      textColor="var(--text-2)"
      maxBarWidth={12}
      barProps={({ name }) =>
        name === 'delivered' ? edge : { ...edge, fill: name === 'free' ? 'var(--bg)' : `url(#${stripes})` }
      }
      barChartProps={{ accessibilityLayer: false, margin: { top: 0, right: 0, bottom: 0, left: 0 } }}
      yAxisProps={{
        width: names,
        interval: 0,
        tick: { textAnchor: 'start', dx: 8 - names, width: names - 16, fill: 'var(--text)' },
        tickFormatter: (id) => rowOf(id)?.name ?? '',
      }}
      rightYAxisProps={{
        width: AMOUNTS,
        interval: 0,
        tick: { textAnchor: 'end', dx: AMOUNTS - 8, fill: 'currentColor' },
        tickFormatter: (id) => rowOf(id)?.amount ?? '',
      }}
      tooltipProps={{ labelFormatter: (id) => rowOf(id)?.name }}
    >
      <defs>
        <pattern
          id={stripes}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="5" height="5" fill="var(--accent-bg)" />
          <rect width="2" height="5" fill="var(--accent-line)" />
        </pattern>
      </defs>
    </BarChart>
  )
}

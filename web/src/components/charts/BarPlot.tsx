import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { XAxisTickContentProps } from 'recharts'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './chart.module.css'

export interface StackedBar {
  key: string
  /** Whole, for the table and the tooltip. */
  name: string
  /** Below it, where there is room. */
  label?: string | undefined
  isNow?: boolean
  /** One amount of each series, from the axis on. */
  parts: readonly number[]
}

interface BarPlotProps {
  bars: readonly StackedBar[]
  series: readonly string[]
  /** CSS colours of the series, in their order. */
  colors: readonly string[]
  write: (amount: number) => string
  /** What the numbers at the axis are divided by, and what stands behind them. */
  unit: number
  suffix?: string
  /** Heads a bar's tooltip, when its name does not. */
  headOf?: (bar: StackedBar) => string
  /** The bar with an open tooltip, where something above the chart takes the pointer. */
  shown?: number | undefined
  onPick?: (key: string) => void
}

/** Bars of several parts, one on the other, as large as their place. */
export function BarPlot({
  bars,
  series,
  colors,
  write,
  unit,
  suffix = '',
  headOf = ({ name }) => name,
  shown,
  onPick,
}: BarPlotProps) {
  const { integer } = formatOf(useLanguage().locale)
  const barOf = (key: unknown) => bars.find((bar) => bar.key === key)
  return (
    <BarChart
      className={classes.drawing ?? ''}
      type="stacked"
      data={bars.map(({ key, parts }) => ({ key, ...parts }))}
      dataKey="key"
      series={series.map((label, index) => ({ name: String(index), label, color: colors[index] ?? '' }))}
      valueFormatter={write}
      strokeDasharray="0"
      gridColor="var(--ch-grid)"
      textColor="var(--text-3)"
      maxBarWidth={28}
      barProps={{ stroke: 'var(--bg)', strokeOpacity: 1 }}
      barChartProps={{
        accessibilityLayer: false,
        barCategoryGap: '20%',
        margin: { top: 8, right: 0, bottom: 0, left: 0 },
        throttledEvents: [], // a tap moves and clicks at once, and picks what was moved to
        ...(onPick && { onClick: ({ activeLabel }) => onPick(String(activeLabel)) }),
      }}
      xAxisProps={{
        height: 24,
        interval: 'preserveEnd',
        minTickGap: 16,
        ticks: bars.flatMap(({ key, label }) => (label ? [key] : [])),
        tickFormatter: (key) => barOf(key)?.label ?? '',
        tick: ({ x, y, payload }: XAxisTickContentProps) => (
          <text
            x={x}
            y={Number(y) + 8}
            textAnchor="middle"
            data-now={barOf(payload.value)?.isNow || undefined}
          >
            {barOf(payload.value)?.label}
          </text>
        ),
      }}
      yAxisProps={{
        width: 36,
        tickCount: 4,
        niceTicks: 'snap125',
        allowDecimals: false,
        tickFormatter: (amount: number) => `${integer(amount / unit)}${amount > 0 ? suffix : ''}`,
      }}
      referenceAreas={bars.flatMap(({ key, isNow }) =>
        isNow ? [{ x1: key, x2: key, color: 'var(--bg-hover)', fillOpacity: 1, strokeOpacity: 0 }] : [],
      )}
      tooltipProps={{
        labelFormatter: (key) => {
          const bar = barOf(key)
          return bar && headOf(bar)
        },
        ...(shown !== undefined && { defaultIndex: shown, active: true }),
      }}
    />
  )
}

import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { XAxisTickContentProps } from 'recharts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import classes from './chart.module.css'

export interface StackedBar {
  key: string
  /** Full name, for the table and the tooltip. */
  name: string
  /** Short name below the bar, shown where there is room. */
  label?: string | undefined
  isNow?: boolean
  /** One amount per series, from the axis outwards. */
  parts: readonly number[]
}

interface BarPlotProps {
  bars: readonly StackedBar[]
  series: readonly string[]
  /** CSS colours of the series, in the same order. */
  colors: readonly string[]
  format: (amount: number) => string
  /** Divisor of the numbers at the axis, and their suffix. */
  unit: number
  suffix?: string
  /** Title of a bar's tooltip; its name when absent. */
  titleOf?: (bar: StackedBar) => string
  /** Index of the bar whose tooltip is open, when an element above the chart handles the pointer. */
  shown?: number | undefined
  onPick?: (key: string) => void
}

/** Stacked bars in a responsive container. */
export function BarPlot({
  bars,
  series,
  colors,
  format,
  unit,
  suffix = '',
  titleOf = ({ name }) => name,
  shown,
  onPick,
}: BarPlotProps) {
  const { integer } = useFormat()
  const barOf = (key: unknown) => bars.find((bar) => bar.key === key)
  return (
    <BarChart
      className={classes.drawing ?? ''}
      type="stacked"
      data={bars.map(({ key, parts }) => ({ key, ...parts }))}
      dataKey="key"
      series={series.map((label, index) => ({ name: String(index), label, color: colors[index] ?? '' }))}
      valueFormatter={format}
      strokeDasharray="0"
      gridColor="var(--ch-grid)"
      textColor="var(--text-3)"
      maxBarWidth={28}
      barProps={{ stroke: 'var(--bg)', strokeOpacity: 1 }}
      barChartProps={{
        accessibilityLayer: false,
        barCategoryGap: '20%',
        margin: { top: 8, right: 0, bottom: 0, left: 0 },
        throttledEvents: [], // A tap fires move and click in one go, and the click uses the bar of the move.
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
          return bar && titleOf(bar)
        },
        ...(shown !== undefined && { defaultIndex: shown, active: true }),
      }}
    />
  )
}

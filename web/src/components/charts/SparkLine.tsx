import { AreaChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import classes from './Spark.module.css'

interface SparkPoint {
  /** Where it is along the line: a moment in milliseconds, or a number. */
  at: number
  /** The same as people say it. */
  name: string
  amount: number
  /** What stood there before it stood there until then: the line goes up or down at once. */
  isStep?: boolean
}

export interface SparkLineProps {
  /** Names of what the points are of, and of what is measured. */
  head: readonly [string, string]
  /** In order, the latest last. */
  points: readonly SparkPoint[]
  /** A broken line across, such as a limit, and what stands on it. */
  limit?: { amount: number; label: string } | undefined
  write: (amount: number) => string
}

/** The line of a spark. What goes up or down at once has two points at one place. */
export function SparkLine({ points, head, limit, write }: SparkLineProps) {
  const data = points.flatMap((point, index) => {
    const before = point.isStep ? points[index - 1] : undefined
    return [...(before ? [{ ...point, amount: before.amount }] : []), point]
  })
  const most = Math.max(0, limit?.amount ?? 0, ...points.map(({ amount }) => amount))
  const last = points.at(-1)
  return (
    <AreaChart
      className={classes.line ?? ''}
      data={data}
      dataKey="at"
      series={[{ name: 'amount', label: head[1], color: 'var(--ch-2)' }]}
      valueFormatter={write}
      curveType="linear"
      strokeWidth={1.8}
      withDots={false}
      withGradient={false}
      gridAxis="none"
      withXAxis={false}
      withYAxis={false}
      xAxisProps={{ type: 'number', domain: ['dataMin', 'dataMax'] }}
      yAxisProps={{ domain: [0, most || 1] }}
      tooltipProps={{ labelFormatter: (_, payload) => payload[0]?.payload.name }}
      referenceLines={[
        { y: 0, color: 'var(--line-2)' },
        ...(limit
          ? [{ y: limit.amount, label: limit.label, color: 'var(--ch-mark)', strokeDasharray: '3 3' }]
          : []),
      ]}
      referenceDots={
        last
          ? [
              {
                x: last.at,
                y: last.amount,
                r: 3.5,
                color: 'var(--ch-2)',
                ifOverflow: 'visible',
              },
            ]
          : []
      }
      areaChartProps={{ accessibilityLayer: false, margin: { top: 18, right: 4, bottom: 1, left: 0 } }}
    />
  )
}

import { AreaChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import classes from './Spark.module.css'

interface SparkPoint {
  /** Position on the x-axis: a time in milliseconds, or a number. */
  at: number
  /** The position as text. */
  name: string
  amount: number
  /** The value stayed constant until here: the line steps instead of sloping. */
  isStep?: boolean
}

export interface SparkLineProps {
  /** Column headings of the table: the points and the value. */
  headings: readonly [string, string]
  /** Ascending by `at`. */
  points: readonly SparkPoint[]
  /** A dashed horizontal line, such as a limit, and its label. */
  limit?: { amount: number; label: string } | undefined
  format: (amount: number) => string
}

/** The line of a spark chart. A step becomes two points with the same x. */
export function SparkLine({ points, headings, limit, format }: SparkLineProps) {
  const data = points.flatMap((point, index) => {
    const before = point.isStep ? points[index - 1] : undefined
    return [...(before ? [{ ...point, amount: before.amount }] : []), point]
  })
  const most = Math.max(0, limit?.amount ?? 0, ...points.map(({ amount }) => amount))
  const last = points.at(-1)
  // The curve begins above the limit: the label goes below its line.
  const isAbove = limit !== undefined && (points[0]?.amount ?? 0) > limit.amount
  return (
    <AreaChart
      className={classes.line ?? ''}
      data={data}
      dataKey="at"
      series={[{ name: 'amount', label: headings[1], color: 'var(--ch-2)' }]}
      valueFormatter={format}
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
          ? [
              {
                y: limit.amount,
                label: limit.label,
                labelPosition: isAbove ? 'insideTopLeft' : 'insideBottomLeft',
                color: 'var(--ch-mark)',
                strokeDasharray: '3 3',
              } as const,
            ]
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

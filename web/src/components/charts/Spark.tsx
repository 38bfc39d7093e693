import { useTexts } from '../../lib/i18n/useTexts.ts'
import chart from './chart.module.css'
import classes from './Spark.module.css'
import { chartTexts } from './texts.ts'

interface SparkPoint {
  /** Where it is along the line: a moment in milliseconds, or a number. */
  at: number
  /** The same as people say it. */
  name: string
  amount: number
  /** What stood there before it stood there until then: the line goes up or down at once. */
  isStep?: boolean
}

interface SparkProps {
  title: string
  /** What all of it says, for whoever does not see it. */
  text: string
  /** Names of the table's two columns: what the points are of, and what is measured. */
  head: readonly [string, string]
  /** In order, the latest last. */
  points: readonly SparkPoint[]
  /** A broken line across, such as a limit, and what stands on it. */
  limit?: { amount: number; label: string } | undefined
  /** Below the line: its beginning, and its end. */
  ends?: readonly [string, string]
  write: (amount: number) => string
}

const WIDTH = 100
const HEIGHT = 86
const TOP = 18

/** A line of what something was over a time, as wide as its place, and folded below it the same as a table. */
export function Spark({ title, text, head, points, limit, ends, write }: SparkProps) {
  const t = useTexts(chartTexts)
  const most = Math.max(0, limit?.amount ?? 0, ...points.map(({ amount }) => amount))
  const height = (amount: number) =>
    most > 0 ? HEIGHT - (Math.max(0, amount) / most) * (HEIGHT - TOP) : HEIGHT
  const last = points.at(-1)
  return (
    <section className={classes.spark} aria-label={title}>
      <div className={classes.plot} role="img" aria-label={`${title}. ${text}`}>
        <Line points={points} height={height} limit={limit?.amount} />
        {limit && <span style={{ top: height(limit.amount) - 17 }}>{limit.label}</span>}
        {last && <i style={{ top: height(last.amount) }} />}
      </div>
      {ends && (
        <p className={classes.ends} aria-hidden>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      )}
      <details>
        <summary>{t('chart.as_table')}</summary>
        <table className={chart.table}>
          <thead>
            <tr>
              <th scope="col">{head[0]}</th>
              <th scope="col">{head[1]}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, name, amount }) => (
              <tr key={at}>
                <th scope="row">{name}</th>
                <td>{write(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

interface LineProps {
  points: readonly SparkPoint[]
  height: (amount: number) => number
  limit: number | undefined
}

/** Stretched to its place; nothing in it takes the focus, whose ring would be stretched too. */
function Line({ points, height, limit }: LineProps) {
  const from = points[0]?.at ?? 0
  const span = (points.at(-1)?.at ?? 0) - from
  const x = (at: number) => (span > 0 ? ((at - from) / span) * WIDTH : WIDTH)
  const place = (at: number, amount: number) => `${x(at).toFixed(2)} ${height(amount).toFixed(1)}`
  const line = points
    .flatMap(({ at, amount, isStep }, index) => {
      const before = isStep ? points[index - 1] : undefined
      return [...(before ? [place(at, before.amount)] : []), place(at, amount)]
    })
    .join('L')
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <line data-is="axis" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {limit !== undefined && (
        <line data-is="limit" x1={0} x2={WIDTH} y1={height(limit)} y2={height(limit)} />
      )}
      {line && (
        <>
          <path data-is="ground" d={`M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
          <path data-is="line" d={`M${line}`} />
        </>
      )}
    </svg>
  )
}

import { useTranslations } from 'use-intl'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import chart from './chart.module.css'
import classes from './Spark.module.css'
import type { SparkLineProps } from './SparkLine.tsx'

interface SparkProps extends SparkLineProps {
  title: string
  /** Accessible name: a summary of the chart in one sentence. */
  text: string
  /** Labels below the start and the end of the line. */
  ends?: readonly [string, string]
}

const SparkLine = lazyPart(() => import('./SparkLine.tsx'), 'SparkLine')

/** A full-width line chart of one value over time, with the same data below as a collapsed table. */
export function Spark({ title, text, headings, points, limit, ends, format }: SparkProps) {
  const t = useTranslations()
  return (
    <section className={classes.spark} aria-label={title}>
      <div className={classes.plot} role="img" aria-label={`${title}. ${text}`}>
        <SparkLine points={points} headings={headings} limit={limit} format={format} />
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
              <th scope="col">{headings[0]}</th>
              <th scope="col">{headings[1]}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, name, amount }) => (
              <tr key={at}>
                <th scope="row">{name}</th>
                <td>{format(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

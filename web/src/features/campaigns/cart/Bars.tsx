import { useTranslations } from 'use-intl'
import { Legend } from '../../../components/charts/Legend.tsx'
import type { Translate } from '../../../lib/i18n/i18n.tsx'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import classes from './Bars.module.css'

const BarRows = lazyPart(() => import('./BarRows.tsx'), 'BarRows')

interface Bar {
  id: number
  name: string
  /** The limit of orders; null for none. */
  limit: number | null
  ordered: number
  delivered: number
}

interface BarsProps {
  title: string
  note?: string | undefined
  bars: readonly Bar[]
  format: (amount: number) => string
  /** The bars as a table: headings and rows. */
  headings: readonly string[]
  lines: readonly (readonly string[])[]
}

/** Ordered and delivered amounts as bars of one scale, with the same data as a table. */
export function Bars({ title, note, bars, format, headings, lines }: BarsProps) {
  const t = useTranslations()
  return (
    <section className={classes.chart}>
      <header>
        <h2>
          {title} {note && <span>{note}</span>}
        </h2>
        <BarsLegend hasLimit={bars.some(({ limit }) => limit !== null)} />
      </header>
      <div role="img" aria-label={`${title}. ${bars.map((bar) => summaryOf(bar, format, t)).join('; ')}`}>
        <BarRows
          rows={bars.map(({ id, name, limit, ordered, delivered }) => ({
            id,
            name,
            delivered,
            undelivered: ordered - delivered,
            free: Math.max(0, (limit ?? ordered) - ordered),
            amount:
              limit === null
                ? format(ordered)
                : t('cart.progress.of_limit', { ordered: format(ordered), limit: format(limit) }),
          }))}
          series={{
            delivered: t('cart.progress.delivered'),
            undelivered: t('cart.progress.undelivered'),
            free: t('cart.progress.free'),
          }}
          format={format}
        />
      </div>
      <details>
        <summary>{t('chart.as_table')}</summary>
        <Lines headings={headings} lines={lines} />
      </details>
    </section>
  )
}

const summaryOf = ({ name, limit, ordered, delivered }: Bar, format: BarsProps['format'], t: Translate) => {
  const amounts = { name, ordered: format(ordered), delivered: format(delivered) }
  return limit === null
    ? t('cart.progress.bar', amounts)
    : t('cart.progress.bar_of', { ...amounts, limit: format(limit) })
}

function BarsLegend({ hasLimit }: { hasLimit: boolean }) {
  const t = useTranslations()
  return (
    <Legend>
      <li>
        <i data-is="delivered" />
        {t('cart.progress.delivered')}
      </li>
      <li>
        <i data-is="ordered" />
        {t('cart.progress.undelivered')}
      </li>
      {hasLimit && (
        <li>
          <i data-is="limit" />
          {t('cart.progress.free')}
        </li>
      )}
    </Legend>
  )
}

function Lines({ headings, lines }: Pick<BarsProps, 'headings' | 'lines'>) {
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, ...amounts]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {amounts.map((amount, index) => (
              <td key={headings[index + 1]}>{amount}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

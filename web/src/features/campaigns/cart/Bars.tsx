import { useTranslations } from 'use-intl'
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
  write: (amount: number) => string
  /** The same as a table: headings and rows. */
  heads: readonly string[]
  lines: readonly (readonly string[])[]
}

/** Ordered and delivered amounts as bars of one scale, with the same data as a table. */
export function Bars({ title, note, bars, write, heads, lines }: BarsProps) {
  const t = useTranslations()
  return (
    <section className={classes.chart}>
      <header>
        <h2>
          {title} {note && <span>{note}</span>}
        </h2>
        <Legend hasLimit={bars.some(({ limit }) => limit !== null)} />
      </header>
      <div role="img" aria-label={`${title}. ${bars.map((bar) => summaryOf(bar, write, t)).join('; ')}`}>
        <BarRows
          rows={bars.map(({ id, name, limit, ordered, delivered }) => ({
            ...{ id, name, delivered, undelivered: ordered - delivered },
            free: Math.max(0, (limit ?? ordered) - ordered),
            amount:
              limit === null
                ? write(ordered)
                : t('cart.progress.of_limit', { ordered: write(ordered), limit: write(limit) }),
          }))}
          series={{
            delivered: t('cart.progress.delivered'),
            undelivered: t('cart.progress.undelivered'),
            free: t('cart.progress.free'),
          }}
          write={write}
        />
      </div>
      <details>
        <summary>{t('cart.progress.as_table')}</summary>
        <Lines heads={heads} lines={lines} />
      </details>
    </section>
  )
}

type Translate = ReturnType<typeof useTexts<[typeof texts]>>

const summaryOf = ({ name, limit, ordered, delivered }: Bar, write: BarsProps['write'], t: Translate) => {
  const amounts = { name, ordered: write(ordered), delivered: write(delivered) }
  return limit === null
    ? t('cart.progress.bar', amounts)
    : t('cart.progress.bar_of', { ...amounts, limit: write(limit) })
}

function Legend({ hasLimit }: { hasLimit: boolean }) {
  const t = useTranslations()
  return (
    <ul className={classes.legend}>
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
    </ul>
  )
}

function Lines({ heads, lines }: Pick<BarsProps, 'heads' | 'lines'>) {
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, ...amounts]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {amounts.map((amount, index) => (
              <td key={heads[index + 1]}>{amount}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

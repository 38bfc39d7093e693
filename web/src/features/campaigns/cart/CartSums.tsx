import { type CartTotals, cart } from '@kontor/contract/campaigns/cart'
import { daysAgo } from '@kontor/contract/lib/text/locales'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listBodyOf } from '../../../components/data-table/list-page/listState.ts'
import { narrowed, type Scope } from '../../../components/data-table/list-page/useRows.ts'
import sums from '../../../components/data-table/sums.module.css'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { Sum } from '../../../lib/i18n/Sum.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './CartSums.module.css'
import { useCartState } from './useCartState.ts'

/** Totals of all matching cart items; the undelivered total is a link that filters the list. */
export function CartSums({ scope }: { scope: Scope | undefined }) {
  const t = useTranslations()
  const [state, onChange] = useCartState(scope)
  const { filters } = listBodyOf(narrowed(state, scope ?? {}))
  const { data } = useApiQuery(cart.totals, { body: { filters } }, { keepPrevious: true })
  const isOnly = state.filters.is_delivered === '0'
  const toggle = () => {
    const { is_delivered: _, ...others } = state.filters
    onChange({ filters: isOnly ? others : { ...others, is_delivered: '0' } })
  }
  return (
    <Sums totals={data} isRow>
      {(undelivered) => (
        <button type="button" aria-pressed={isOnly} title={t('cart.only_undelivered')} onClick={toggle}>
          {undelivered}
        </button>
      )}
    </Sums>
  )
}

interface SumsProps {
  /** Undefined until loaded; the space is reserved. */
  totals: CartTotals | undefined
  /** On a phone they are one row, which scrolls sideways. */
  isRow?: boolean
  /** Wraps the undelivered figure. */
  children: (undelivered: ReactNode) => ReactNode
}

/** Totals of cart items in four figures. */
export function Sums({ totals, isRow, children }: SumsProps) {
  const t = useTranslations()
  const { integer } = useFormat()
  if (!totals) return <div className={`${sums.sums} ${classes.sums}`} data-row={isRow} aria-hidden />
  const { items, partners, pieces, total, delivered, undelivered, oldest } = totals
  return (
    <div className={`${sums.sums} ${classes.sums}`} data-row={isRow}>
      <p>
        <b>{integer(items)}</b> {t('cart.lines', { count: items })}
        <span>{t('cart.partners_pieces', { partners, pieces })}</span>
      </p>
      <p>
        <b>
          <Sum of={total} />
        </b>
        <span>{t('cart.in_all')}</span>
      </p>
      <p>
        <b>
          <Sum of={delivered.total} />
        </b>
        <span>{t('cart.delivered', { count: delivered.items })}</span>
      </p>
      {children(
        <>
          <b>
            <Sum of={undelivered.total} />
          </b>
          <span>
            {t('cart.undelivered', { count: undelivered.items })}
            {oldest && t('cart.oldest', { days: daysAgo(oldest) })}
          </span>
        </>,
      )}
    </div>
  )
}

import type { OrderTotals } from '@kontor/contract/catalogueOrders'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../components/data-table/list-page/listState.ts'
import type { ChangeList } from '../../components/data-table/list-page/useListState.ts'
import sums from '../../components/data-table/sums.module.css'
import { Sum } from '../../lib/i18n/Sum.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import classes from './OrderFigures.module.css'

interface OrderSumsProps {
  totals: OrderTotals
  state: ListState
  onChange: ChangeList
}

/** The totals of all matching orders in four figures; some filter the list by a click. */
export function OrderSums({ totals, state, onChange }: OrderSumsProps) {
  const t = useTranslations()
  const { sum, integer } = useFormat()
  const { total, pieces, orders, partners, out_of_stock, inactive } = totals
  const only = (column: string, value: string) => ({ column, value, state, onChange })
  return (
    <div className={`${sums.sums} ${classes.sums}`}>
      <p>
        {t('catalogueOrders.total')}
        <b>
          <Sum of={total} />
        </b>
        <Comparison totals={totals} />
      </p>
      <p>
        {t('catalogueOrders.pieces')}
        <b>{integer(pieces)}</b>
        {t('catalogueOrders.orders_partners', { orders, partners })}
      </p>
      <FilterFigure {...only('ignore_quantity', 'true')}>
        {t('catalogueOrders.out_of_stock')}
        <b>
          <Sum of={out_of_stock.total} />
        </b>
        <span data-tone="warn">{t('catalogueOrders.orders_products', { ...out_of_stock })}</span>
      </FilterFigure>
      <FilterFigure {...only('is_active', 'false')}>
        {t('catalogueOrders.inactive')}
        <b>{integer(inactive.orders)}</b>
        {t('catalogueOrders.not_in_sum', { sum: sum(inactive.total) })}
      </FilterFigure>
    </div>
  )
}

interface FilterFigureProps extends Omit<OrderSumsProps, 'totals'> {
  column: string
  value: string
  children: ReactNode
}

/** A figure that filters the list to what it counts, and clears the filter again. */
function FilterFigure({ column, value, state, onChange, children }: FilterFigureProps) {
  const { [column]: now, ...others } = state.filters
  const isOn = now === value
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange({ filters: isOn ? others : { ...others, [column]: value } })}
    >
      {children}
    </button>
  )
}

/** The difference to the days that the API compares these with. */
function Comparison({ totals: { total, before } }: { totals: OrderTotals }) {
  const t = useTranslations()
  const { days, ofDays, sum } = useFormat()
  if (!before) return null
  const range = days(before.date_from, before.date_to)
  if (Number(before.total) === 0) return t('catalogueOrders.before_nothing', { range })
  const percent = Math.round((Number(total) / Number(before.total) - 1) * 100)
  const than = ofDays(before.date_from, before.date_to)
  const title = t('catalogueOrders.before', { range, sum: sum(before.total) })
  if (percent === 0) return <span title={title}>{t('catalogueOrders.as_before', { range: than })}</span>
  return (
    <span data-tone={percent > 0 ? 'ok' : 'bad'} title={title}>
      {t(percent > 0 ? 'catalogueOrders.more' : 'catalogueOrders.less', {
        percent: Math.abs(percent),
        range: than,
      })}
    </span>
  )
}

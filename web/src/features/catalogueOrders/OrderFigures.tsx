import type { OrderTotals } from '@kontor/contract/catalogueOrders'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../components/data-table/list-page/listState.ts'
import type { ChangeList } from '../../components/data-table/list-page/useListState.ts'
import type { DayRange } from '../../components/date-range/ranges.ts'
import { PlainButton } from '../../components/ui/PlainButton.tsx'
import { OrderChart } from './OrderChart.tsx'
import classes from './OrderFigures.module.css'
import { OrderSums } from './OrderSums.tsx'

interface OrderFiguresProps {
  /** Undefined until loaded; the space is reserved. */
  totals: OrderTotals | undefined
  /** The totals are outdated or loading. */
  isStale: boolean
  /** Retries after a failure. */
  retry: (() => void) | undefined
  range: DayRange
  today: string
  onRange: (range: DayRange) => void
  state: ListState
  onChange: ChangeList
}

/** The totals of the orders in a range: per day, and overall. */
export function OrderFigures({ totals, isStale, retry, range, today, onRange, ...list }: OrderFiguresProps) {
  const t = useTranslations()
  return (
    <div className={classes.figures} data-tall data-stale={isStale || undefined}>
      {totals && (
        <>
          <OrderChart totals={totals} range={range} today={today} onRange={onRange} />
          <OrderSums totals={totals} {...list} />
        </>
      )}
      {retry && (
        <p role="status" className={classes.failed}>
          {t('catalogueOrders.failed')} <PlainButton onClick={retry}>{t('common.retry')}</PlainButton>
        </p>
      )}
    </div>
  )
}

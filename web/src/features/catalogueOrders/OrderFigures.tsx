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
  /** Absent until it is known; the place is kept. */
  totals: OrderTotals | undefined
  /** What is shown is no longer so, or not yet. */
  isStale: boolean
  /** Reads them again after they could not be read. */
  retry: (() => void) | undefined
  range: DayRange
  today: string
  onRange: (range: DayRange) => void
  state: ListState
  onChange: ChangeList
}

/** What the orders of a range come to: by day, and in all. */
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

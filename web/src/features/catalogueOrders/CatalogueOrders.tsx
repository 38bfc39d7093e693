import {
  type CatalogueOrder,
  catalogueOrderList,
  catalogueOrders,
  inactiveOrder,
  type OrderTotals,
} from '@kontor/contract/catalogueOrders'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { optionLabel, type RecordRef } from '@kontor/contract/lib/lists/list'
import { IconUser } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import { type ListState, listBodyOf } from '../../components/data-table/list-page/listState.ts'
import { type ChangeList, useListState } from '../../components/data-table/list-page/useListState.ts'
import type { RowAction } from '../../components/data-table/rowAction.ts'
import type { Totals } from '../../components/data-table/TotalsRow.tsx'
import { RangeBar } from '../../components/date-range/RangeBar.tsx'
import type { DayRange } from '../../components/date-range/ranges.ts'
import { useRange } from '../../components/date-range/useRange.ts'
import { DetailsDialog } from '../../components/form/DetailsDialog.tsx'
import { PlainButton } from '../../components/ui/PlainButton.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { Segments } from '../../components/ui/tabs/Segments.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { Sum } from '../../lib/i18n/Sum.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { OrderChart } from './OrderChart.tsx'
import classes from './OrderFigures.module.css'
import { OrderSums } from './OrderSums.tsx'

const columns: Col<CatalogueOrder>[] = [
  { key: 'created_at', width: 92 },
  { key: 'partner_name', width: 206, phone: 'title', cell: ({ partner }) => <PartnerLink {...partner} /> },
  { key: 'partner_id', code: true, width: 112 },
  { key: 'erp_code', code: true, width: 96 },
  { key: 'product_name', main: true, width: 196, phone: 'line' },
  { key: 'quantity', width: 76 },
  { key: 'price', width: 88 },
  { key: 'total', width: 96, phone: 'end' },
  { key: 'ignore_quantity', width: 124, phone: 'below', cell: (order) => <OrderState order={order} /> },
  { key: 'is_active', width: 116 },
]
const nameOf = ({ partner_name, product_name }: CatalogueOrder) => `${partner_name}, ${product_name}`

interface CatalogueOrdersProps {
  /** Prefix of the search params of the dialog's list. */
  paramPrefix?: string
  /** In a dialog over another screen: closes it. */
  onClose?: () => void
}

const { label: stockLabel, options: stockOptions = [] } = catalogueOrderList.columns.ignore_quantity

/** All orders, those in stock, or those out of stock: a shortcut of the column's filter. */
function StockFilter({ state, onChange }: { state: ListState; onChange: ChangeList }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { ignore_quantity = '', ...others } = state.filters
  return (
    <>
      <span aria-hidden>{stockLabel[locale]}</span>
      <Segments
        label={stockLabel[locale]}
        segments={[
          { key: '', label: t('catalogueOrders.all') },
          ...stockOptions.map(({ value, label }) => ({ key: value, label: label[locale] })),
        ]}
        current={ignore_quantity}
        onChoose={(value) => onChange({ filters: value ? { ...others, ignore_quantity: value } : others })}
      />
    </>
  )
}

const detailFields: readonly Col<CatalogueOrder>[] = [
  { key: 'created_at' },
  {
    key: 'partner_name',
    cell: ({ partner }) => <PartnerLink {...partner} />,
  },
  { key: 'partner_id', code: true },
  { key: 'erp_code', code: true },
  {
    key: 'product_name',
    cell: ({ product }) => <ProductLink {...product} />,
  },
  ...['quantity', 'price', 'total'].map((key) => ({ key })),
  { key: 'ignore_quantity', cell: (order) => <OrderState order={order} /> },
]

/** A read-only order, with links to its partner and product. */
function OrderDetails({ row, onClose }: { row: CatalogueOrder; onClose: () => void }) {
  return (
    <DetailsDialog
      row={row}
      list={catalogueOrderList}
      fields={detailFields}
      subtitle={row.partner_name}
      onClose={onClose}
    />
  )
}

/** A product's name, linked to its list filtered to it for users who may see products. */
function ProductLink({ id, name }: RecordRef) {
  const can = usePermission()
  if (!can('products.see')) return name
  return (
    <Link to="/products" search={{ 'f.id': String(id) }} style={{ color: 'var(--accent-text)' }}>
      {name}
    </Link>
  )
}

/** The orders of the catalogue in a date range, with totals. */
export function CatalogueOrders({ paramPrefix, onClose }: CatalogueOrdersProps) {
  const t = useTranslations()
  const navigate = useNavigate()
  useRefresh('catalogueOrders', [catalogueOrders.index, catalogueOrders.totals])
  const [state, onChange] = useListState(catalogueOrderList, paramPrefix)
  const { range, today, change } = useRange(paramPrefix, {
    key: 'created_at',
    filter: state.filters.created_at,
  })
  const body = useMemo(() => ({ date_from: range.from, date_to: range.to }), [range])
  const { refetch, ...figures } = useFigures(state, body)
  const actions = useMemo<RowAction<CatalogueOrder>[]>(
    () => [
      {
        key: 'partner',
        icon: IconUser,
        label: t('partners.open'),
        permission: 'partners.see',
        run: ({ partner }) => void navigate({ to: `/partners/${partner.id}` }),
      },
    ],
    [t, navigate],
  )
  return (
    <ListPage
      list={catalogueOrderList}
      listRoute={catalogueOrders.index}
      body={body}
      columns={columns}
      nameOf={nameOf}
      details={OrderDetails}
      toggle={catalogueOrders.toggle}
      onToggled={useMissing()}
      actions={actions}
      onRefresh={refetch}
      fileNameSuffix={`${range.from} – ${range.to}`}
      {...useTotalsRow(figures.totals)}
      {...(onClose && { dialog: { paramPrefix: paramPrefix ?? '', onClose } })}
      above={
        <>
          <RangeBar range={range} today={today} onChange={change}>
            <StockFilter state={state} onChange={onChange} />
          </RangeBar>
          <OrderFigures
            {...figures}
            range={range}
            today={today}
            state={state}
            onChange={onChange}
            onRange={change}
          />
        </>
      }
    />
  )
}

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
function OrderFigures({ totals, isStale, retry, range, today, onRange, ...list }: OrderFiguresProps) {
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

type Toggled = ResponseBody<typeof catalogueOrders.toggle>
/** The list's response type is generic. */
const isToggled = (reply: unknown): reply is Toggled =>
  typeof reply === 'object' && reply !== null && 'missing' in reply

/** Warns when restored orders exceed the stock. */
function useMissing() {
  const t = useTranslations()
  return useCallback(
    (replies: readonly unknown[]) => {
      const missing = replies.filter(isToggled).reduce((sum, reply) => sum + reply.missing, 0)
      if (missing > 0) notify.error(t('catalogueOrders.missing', { count: missing }), { duration: 10_000 })
    },
    [t],
  )
}

/** The totals of all matching orders in the range. */
function useFigures(state: ListState, range: { date_from: string; date_to: string }) {
  const { filters } = listBodyOf(state)
  const {
    data,
    isError,
    isPlaceholderData,
    refetch: read,
  } = useApiQuery(catalogueOrders.totals, { body: { filters, ...range } }, { keepPrevious: true })
  const refetch = () => void read()
  return {
    totals: data,
    isStale: isError || isPlaceholderData,
    retry: isError ? refetch : undefined,
    refetch,
  }
}

/** The totals as the table's footer. */
function useTotalsRow(totals: OrderTotals | undefined): { totals?: Totals } {
  const t = useTranslations()
  const { days, integer } = useFormat()
  if (!totals) return {}
  const { date_from, date_to, orders, pieces, total, inactive, out_of_stock } = totals
  return {
    totals: {
      text: (
        <>
          {t('catalogueOrders.of_range', { range: days(date_from, date_to), orders })}{' '}
          {inactive.orders > 0 && (
            <span style={{ color: 'var(--text-3)', fontWeight: 'var(--fw)' }}>
              {t('catalogueOrders.without', { count: inactive.orders })}
            </span>
          )}
        </>
      ),
      cells: {
        quantity: integer(pieces),
        total: <Sum of={total} />,
        ignore_quantity: t('catalogueOrders.without_stock', { count: out_of_stock.orders }),
      },
    },
  }
}

type Order = Pick<CatalogueOrder, 'ignore_quantity' | 'is_active'>

/** Whether the product was in stock when it was ordered; or that the order is deactivated. */
function OrderState({ order: { ignore_quantity, is_active } }: { order: Order }) {
  const { locale } = useLanguage()
  if (!is_active) return <StatusChip on={false} label={inactiveOrder[locale]} />
  const label = optionLabel(catalogueOrderList.columns.ignore_quantity, ignore_quantity, locale) ?? ''
  return <StatusChip on tone={ignore_quantity ? 'warn' : 'ok'} label={label} />
}

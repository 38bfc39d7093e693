import { type CartItem, cart, cartList, type PartnerTotal } from '@kontor/contract/campaigns/cart'
import { optionLabel } from '@kontor/contract/lib/lists/list'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { listBodyOf } from '../../../components/data-table/list-page/listState.ts'
import { narrowed, type Scope, useRows } from '../../../components/data-table/list-page/useRows.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { Sum } from '../../../lib/i18n/Sum.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { PartnerLink } from '../../partners/PartnerLink.tsx'
import classes from './GroupFacts.module.css'
import { useCartState } from './useCartState.ts'

/** The totals of a partner's items, those on the page and the rest. */
type Total = PartnerTotal & { shown: string; rest: string }
const Totals = createContext<ReadonlyMap<number, Total>>(new Map())

/**
 * Loads the totals of the listed partners when the list is grouped by partner: a page has only a part of
 * their items, and a list of undelivered items should also show the delivered share.
 */
export function PartnerTotals({ scope, children }: { scope: Scope | undefined; children: ReactNode }) {
  const [state] = useCartState(scope)
  const { rows } = useRows(cart.index, cartList, state, scope) // the list's own query
  const { is_delivered, ...filters } = listBodyOf(narrowed(state, scope ?? {})).filters
  const partner_ids = useMemo(() => [...new Set(rows.map(({ partner }) => partner.id))], [rows])
  const body = { filters, options: { page: 1, itemsPerPage: 100 as const }, partner_ids }
  const enabled = state.by === 'partner' && partner_ids.length > 0
  const { data } = useApiQuery(cart.partners, { body }, { enabled, keepPrevious: true })
  const totals = useMemo(
    () => new Map(data?.result.map((one) => [one.partner.id, withShown(one, is_delivered)])),
    [data, is_delivered],
  )
  return <Totals value={totals}>{children}</Totals>
}

function withShown(one: PartnerTotal, is_delivered: string | undefined): Total {
  const rest = sumOf([one.total, `-${one.delivered.total}`])
  const shown = !is_delivered ? one.total : /^(1|true)$/.test(is_delivered) ? one.delivered.total : rest
  return { ...one, shown, rest }
}

/** After a partner's name: its details and its delivery progress. */
export function PartnerFacts({ row: { partner } }: { row: CartItem }) {
  const t = useTranslations()
  const found = use(Totals).get(partner.id)
  if (!found) return null
  const { phone, city, items, delivered } = found
  return (
    <>
      <span className={classes.who}>
        <PartnerLink {...partner}>{[partner.id, city?.name, phone].filter(Boolean).join(' · ')}</PartnerLink>
      </span>
      <span className={classes.done}>
        {t('cart.delivered_of', { count: delivered.items, all: items })}
        <span className={classes.meter} aria-hidden>
          <i style={{ width: `${(100 * delivered.items) / items}%` }} />
        </span>
      </span>
    </>
  )
}

/** Below the amounts: the total of the partner's matching items. */
export function PartnerSum({ row: { partner } }: { row: CartItem }) {
  const found = use(Totals).get(partner.id)
  return (
    found && (
      <b className={classes.sum}>
        <Sum of={found.shown} />
      </b>
    )
  )
}

/** Below the deliveries: what remains to be delivered. */
export function PartnerRest({ row: { partner } }: { row: CartItem }) {
  const t = useTranslations()
  const { sum } = useFormat()
  const found = use(Totals).get(partner.id)
  if (!found) return null
  const { items, rest, delivered } = found
  const isDone = delivered.items === items
  return (
    <span className={classes.left} data-done={isDone || undefined}>
      {isDone ? t('cart.all_delivered') : t('cart.remains', { sum: sum(rest) })}
    </span>
  )
}

/** After a product's name: its code. */
export const ProductFacts = ({ row }: { row: CartItem }) => (
  <span className={classes.who}>{row.product_code}</span>
)

/** Below a quantity that exceeds the stock. */
export function OutOfStock() {
  const { locale } = useLanguage()
  return <span className={classes.short}>{optionLabel(cartList.columns.ignore_quantity, true, locale)}</span>
}

import { type CartItem, cart } from '@kontor/contract/campaigns/cart'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListPage } from '../../../components/data-table/list-page/ListPage.tsx'
import type { Scope } from '../../../components/data-table/list-page/useRows.ts'
import type { Arrangement } from '../../../components/data-table/toolbar/arrangement.ts'
import { BulkResult } from '../../../components/data-table/toolbar/BulkResult.tsx'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { PartnerLink } from '../../partners/PartnerLink.tsx'
import { useCampaign } from '../CampaignContext.tsx'
import { CartSums } from './CartSums.tsx'
import {
  OutOfStock,
  PartnerFacts,
  PartnerRest,
  PartnerSum,
  PartnerTotals,
  ProductFacts,
} from './GroupFacts.tsx'
import { cartListOf } from './useCartState.ts'
import { useDelivery } from './useDelivery.ts'

const all: Col<CartItem>[] = [
  { key: 'created_at', width: 92 },
  { key: 'campaign', optional: true },
  { key: 'partner', width: 206, phone: 'line', cell: ({ partner }) => <PartnerLink {...partner} /> },
  {
    key: 'phone',
    width: 136,
    optional: true,
    cell: ({ phone }) =>
      phone && (
        <a href={phoneLink(phone)} style={{ color: 'var(--accent-text)' }}>
          {phone}
        </a>
      ),
  },
  { key: 'product_code', code: true, width: 96 },
  { key: 'product_name', main: true, width: 200 },
  { key: 'price', width: 82 },
  {
    key: 'quantity',
    width: 70,
    cell: ({ ignore_quantity }, _, plain) => (
      <>
        {plain()}
        {ignore_quantity && <OutOfStock />}
      </>
    ),
  },
  { key: 'total', width: 92, phone: 'end' },
  { key: 'ignore_quantity', width: 112 },
  { key: 'is_delivered', width: 124, phone: 'below' },
]
// A campaign's cart has the telephone too, and two lines for the names beside it.
const ofOne = all
  .filter(({ key }) => key !== 'campaign')
  .map((column): Col<CartItem> => {
    if (column.key === 'phone') return { ...column, optional: false }
    if (column.key === 'partner') return { ...column, width: 176, wraps: true }
    return column.main ? { ...column, wraps: true } : column
  })

const byPartner = {
  keyOf: ({ partner }: CartItem) => partner.id,
  nameOf: ({ partner }: CartItem) => partner.name,
  Facts: PartnerFacts,
  cells: { total: PartnerSum, is_delivered: PartnerRest },
  hides: ['partner', 'phone'],
}
const byProduct = {
  keyOf: ({ product_id }: CartItem) => product_id,
  nameOf: ({ product_name }: CartItem) => product_name,
  Facts: ProductFacts,
  hides: ['product_code', 'product_name'],
}
const nameOf = ({ partner, product_name }: CartItem) => `${partner.name}, ${product_name}`

/**
 * The cart items with their totals, delivered one by one or in bulk; of one campaign when `scope` says
 * so.
 */
export function CartList({ scope }: { scope?: Scope }) {
  const t = useTranslations()
  const { sum } = useFormat()
  useRefresh('cart', [cart.index, cart.totals, cart.partners])
  const { actions, bulk, question, result, forget } = useDelivery()
  const arrangements = useMemo<Arrangement<CartItem>[]>(
    () => [
      { label: t('cart.by_date'), by: 'created_at', desc: true },
      { label: t('cart.by_partner'), by: 'partner', groups: byPartner },
      { label: t('cart.by_product'), by: 'product_name', groups: byProduct },
    ],
    [t],
  )
  const pickedText = useCallback(
    (rows: readonly CartItem[]) =>
      t('cart.picked', { count: rows.length, sum: sum(sumOf(rows.map(({ total }) => total))) }),
    [t, sum],
  )
  return (
    <PartnerTotals scope={scope}>
      <ListPage
        list={cartListOf(scope)}
        listRoute={cart.index}
        {...(scope && { scope })}
        columns={scope ? ofOne : all}
        nameOf={nameOf}
        above={<CartSums scope={scope} />}
        arrangements={arrangements}
        actions={actions}
        bulk={bulk}
        pickedText={pickedText}
      />
      {question}
      {result && <BulkResult {...result} onClose={forget} />}
    </PartnerTotals>
  )
}

/** The orders of partners in one campaign, on its page. */
export function CartPanel() {
  const { id } = useCampaign()
  return <CartList scope={useMemo(() => ({ filters: { campaign_id: String(id) } }), [id])} />
}

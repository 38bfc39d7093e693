import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { PortalCampaign, PortalCampaignProduct } from '@kontor/contract/campaigns/portal'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { basket, lineKey, MAX_LINE_PIECES } from '../../../components/ordering/basket.ts'
import { useAdd } from '../../../components/ordering/useAdd.ts'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { More } from '../../../components/portal/More.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './CampaignPage.module.css'
import { OrderSheet } from './OrderSheet.tsx'
import { ProductRow } from './ProductRow.tsx'
import type { Ordering } from './useOrdering.ts'
import { useProducts } from './useProducts.ts'

/** From this number of products on there is a search field. */
const SEARCH_FROM = 8

interface ProductsProps {
  campaign: PortalCampaign
  ordering: Ordering
}

/** The products of a campaign, and ordering them. */
export function Products({
  campaign,
  ordering: { order, opened, open, availability, forget },
}: ProductsProps) {
  const putInBasket = useBasketOf(campaign, () => open(null))
  return (
    <ProductList campaign={campaign} onOpen={open}>
      {(products) => {
        const product = products.find(({ id }) => id === opened?.id) ?? opened
        return (
          product && (
            <OrderSheet
              key={product.id}
              campaign={campaign}
              product={product}
              items={campaign.items.filter((item) => item.product.id === product.id)}
              availability={availability}
              order={order}
              onChange={forget}
              onBasket={(quantity) => putInBasket(product, quantity)}
              onClose={() => open(null)}
            />
          )
        )
      }}
    </ProductList>
  )
}

/** Adds pieces of a product of the campaign to the basket. */
function useBasketOf({ id, name: ofCampaign, campaign_type_id }: PortalCampaign, onDone: () => void) {
  const t = useTranslations()
  const add = useAdd()
  const campaign = { id, name: ofCampaign, isCounted: campaign_type_id === QUANTITY }
  return ({ id: product_id, name, erp_code, image, price }: PortalCampaignProduct, quantity: number) => {
    const offered = { product_id, name, erp_code, image, price, campaign }
    const inBasket = basket.lines().find((line) => lineKey(line) === lineKey(offered))?.quantity ?? 0
    const count = Math.min(inBasket + quantity, MAX_LINE_PIECES)
    if (!add(offered, count)) return
    notify.success(t('portal.order.in_basket', { count, name }), { above: true })
    onDone()
  }
}

interface ListProps {
  campaign: PortalCampaign
  onOpen: (product: PortalCampaignProduct) => void
  /** Dialogs of a product; called with the current products. */
  children: (products: PortalCampaignProduct[]) => ReactNode
}

function ProductList({ campaign, onOpen, children }: ListProps) {
  const t = useTranslations()
  const { integer } = useFormat()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const { query, rows: products, first, hasMore } = useProducts(campaign.id, search)
  const total = first?.total_rows
  const nothing = search ? 'portal.campaign.none_found' : 'portal.campaign.no_products'
  return (
    <section className={cards.card} aria-label={t('portal.campaign.products')}>
      <h2 className={classes.heading}>
        {t('portal.campaign.products')}
        <span className={cards.muted}>{integer(total ?? campaign.products)}</span>
      </h2>
      {campaign.products >= SEARCH_FROM && <Search text={text} onType={setText} />}
      <QueryState query={query} skeleton={<LoadingSkeleton count={4} height={84} />}>
        {() => (
          <ul className={cards.rows}>
            {products.map((product) => (
              <ProductRow
                key={product.id}
                product={product}
                items={campaign.items}
                onOpen={() => onOpen(product)}
              />
            ))}
          </ul>
        )}
      </QueryState>
      <p role="status" className={classes.empty} hidden={total !== 0}>
        {total === 0 && t(nothing, { text: search })}
      </p>
      {hasMore && (
        <div className={classes.more}>
          <More query={query} />
        </div>
      )}
      {children(products)}
    </section>
  )
}

function Search({ text, onType }: { text: string; onType: (text: string) => void }) {
  const t = useTranslations()
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      placeholder={t('portal.campaign.search')}
      aria-label={t('portal.campaign.search')}
      leftSection={<IconSearch size={18} />}
    />
  )
}

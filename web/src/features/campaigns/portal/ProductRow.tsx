import type { PortalCampaignProduct, PortalCartItem } from '@kontor/contract/campaigns/portal'
import { IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { PartnerStock, ProductImage } from '../../../components/ordering/Product.tsx'
import classes from '../../../components/ordering/product.module.css'
import cards from '../../../components/portal/card.module.css'
import { useFormat } from '../../../lib/i18n/useFormat.ts'

interface ProductRowProps {
  product: PortalCampaignProduct
  /** Everything that the partner has ordered in the campaign. */
  items: PortalCartItem[]
  onOpen: () => void
}

/** A product with its price, stock and order button, which shows the undelivered quantity. */
export function ProductRow({ product, items, onOpen }: ProductRowProps) {
  const t = useTranslations()
  const { integer } = useFormat()
  const { id, name, erp_code, quantity } = product
  const ordered = items.filter((item) => item.product.id === id)
  const count = ordered.reduce((sum, item) => sum + (item.is_delivered ? 0 : item.quantity), 0)
  return (
    <li className={cards.row}>
      <ProductImage image={product.image} />
      <div className={cards.grow}>
        <p className={classes.name}>{name}</p>
        <p className={classes.facts}>
          {erp_code}
          <CampaignStock product={product} />
        </p>
        <Price product={product} />
      </div>
      <button
        type="button"
        className={classes.order}
        data-count={count > 0 || undefined}
        disabled={quantity === 0 && ordered.length === 0}
        aria-label={
          count > 0
            ? t('portal.campaign.ordered_of', { count, name })
            : t('portal.campaign.order_of', { name })
        }
        onClick={onOpen}
      >
        {count > 0 ? integer(count) : <IconPlus size={20} aria-hidden />}
      </button>
    </li>
  )
}

/** The availability: pieces in a campaign with a limit, else in words. */
export function CampaignStock({ product }: { product: PortalCampaignProduct }) {
  const t = useTranslations()
  const { quantity, stock } = product
  if (quantity === null) return <PartnerStock of={product} />
  return (
    <span className={classes.stock} data-stock={quantity === 0 ? 'none' : stock}>
      {quantity === 0 ? t('portal.campaign.sold_out') : t('portal.campaign.left', { count: quantity })}
    </span>
  )
}

/** The campaign price, with the regular one. */
export function Price({ product: { price, regular_price } }: { product: PortalCampaignProduct }) {
  const t = useTranslations()
  const { euro } = useFormat()
  return (
    <p className={classes.price}>
      {euro(price)}
      {regular_price && (
        <s>
          <span className={classes.unseen}>{t('portal.campaign.regular')} </span>
          {euro(regular_price)}
        </s>
      )}
    </p>
  )
}

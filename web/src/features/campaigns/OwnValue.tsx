import type { CampaignProduct } from '@kontor/contract/campaigns/products'
import { useTranslations } from 'use-intl'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './OwnValue.module.css'

/** The price or quantity of a product in a campaign; muted when it is the product's own. */
export function OwnValue({ product, of }: { product: CampaignProduct; of: 'price' | 'quantity' }) {
  const t = useTranslations()
  const { euro, integer } = formatOf(useLanguage().locale)
  const isOwn = (of === 'price' ? product.own_price : product.own_quantity) !== null
  return (
    <span
      className={isOwn ? undefined : classes.inherited}
      title={isOwn ? undefined : t(`campaigns.${of}_inherited`)}
    >
      {of === 'price' ? euro(product.price) : integer(product.quantity)}
    </span>
  )
}

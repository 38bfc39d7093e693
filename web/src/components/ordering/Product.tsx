import { IconPhoto } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { productImageUrl } from '../../lib/api/imageUrls.ts'
import classes from './product.module.css'

/** A product's picture, or a placeholder. */
export function ProductImage({ image, large }: { image: string | null; large?: boolean }) {
  if (image) {
    return (
      <img
        className={classes.image}
        data-large={large}
        src={productImageUrl(image)}
        alt=""
        loading="lazy"
        decoding="async"
      />
    )
  }
  return (
    <span className={classes.image} data-large={large}>
      <IconPhoto size={large ? 40 : 22} stroke={1.4} aria-hidden />
    </span>
  )
}

/** The stock of a product. */
interface InStock {
  stock: 'in_stock' | 'few' | 'none'
  /** Number of pieces when few are left. */
  pieces: number | null
}

/** The stock as text, with a coloured dot. */
export function PartnerStock({ of: { stock, pieces } }: { of: InStock }) {
  const t = useTranslations()
  return (
    <span className={classes.stock} data-stock={stock}>
      {stock === 'few' ? t('order.few', { count: pieces ?? 0 }) : t(`order.${stock}`)}
    </span>
  )
}

import { IconPhoto } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './product.module.css'

/** A product's picture, or the place of one. */
export function ProductImage({ image, large }: { image: string | null; large?: boolean }) {
  if (image) {
    return (
      <img
        className={classes.image}
        data-large={large}
        src={`/api/images/products/${image}`}
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

/** How much there is of a product, in words. */
interface InStock {
  stock: 'in_stock' | 'few' | 'none'
  /** Pieces when they are few. */
  pieces: number | null
}

/** The same beside a dot of its colour. */
export function Stock({ of: { stock, pieces } }: { of: InStock }) {
  const t = useTranslations()
  return (
    <span className={classes.stock} data-stock={stock}>
      {stock === 'few' ? t('order.few', { count: pieces ?? 0 }) : t(`order.${stock}`)}
    </span>
  )
}

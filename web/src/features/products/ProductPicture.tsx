import type { Product } from '@kontor/contract/products'

/** URL of a product's picture. */
export const pictureOf = ({ image }: Pick<Product, 'image'>) => image && `/api/images/products/${image}`

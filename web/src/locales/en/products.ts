import type { Translation } from '../../lib/i18n/language.ts'
import type { products as cnr } from '../cnr/products.ts'

export const products: Translation<typeof cnr> = {
  products: {
    import: 'Import products',
    none: 'none',
    image: 'Image',
    all: 'Download all products (proizvodi.xlsx)',
  },
  productPreview: {
    price: 'Price',
    quantity: 'Quantity',
    free: 'Available',
    free_says:
      'Quantity less what was ordered from the catalogue and in promotions since it was set, including orders out of stock',
    asked: 'Requested',
    asked_says: 'Requested in the last 30 days',
    stock_line: 'Stock, 12 weeks',
    price_line: 'Price, 12 weeks',
    line_says: 'From {from} to {to}.',
    moment: 'When',
    now: 'today',
    offered: 'Offered in',
    nowhere: 'Not offered anywhere yet.',
    shown: 'Visible',
    hidden: 'Hidden',
    more: 'and {count, number} more',
  },
  import: {
    unknown_code: 'Unknown code: without a Name column the product cannot be added.',
  },
  validation: {
    valid_quantity: 'The quantity must be a whole number from 0 to 2,147,483,647.',
    valid_price: 'The price must be greater than zero.',
    product_name: 'The product name needs at least 2 characters.',
    unique_code: 'A product with this code already exists.',
    product_offered: 'The product is in a visible promotion or campaign, so it must stay active.',
  },
}

import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  portal: {
    catalogue: {
      title: 'Catalogue',
      product: 'Product',
      search: 'Code, name or description',
      way: 'Way to the category',
      whole: 'All',
      products: '{count, plural, one {# product} other {# products}}',
      sorting: 'Order and categories',
      categories: 'Categories',
      stock_first: 'In stock first',
      price: 'Price',
      cheapest: 'Price, lowest first',
      dearest: 'Price, highest first',
      none_found: 'No product matches “{text}”.',
      search_all: 'Search the whole catalogue',
      empty: 'There are no products here',
      empty_text: 'When the office puts products into the catalogue for you, they will appear here.',
      list: 'Products',
      in_categories: 'In the categories',
      per_piece: 'Price per piece',
    },
  },
}

import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  features: {
    products: {
      title: 'Products',
      add: 'Add product',
      new: 'New product',
      edit: 'Edit product',
      details: 'Product',
      many: '{count, plural, one {# product} other {# products}}',
      hint: 'It will no longer be offered in promotions.',
      empty: 'No products yet',
      empty_hint: 'Add the first one or import them from Excel.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  products: {
    import: 'Import of products',
    none: 'none',
    image: 'Picture',
    all: 'Download all products (proizvodi.xlsx)',
  },
}

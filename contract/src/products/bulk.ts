import { type BulkFields, bulkRoutes, bulkRules } from '../lib/resources/bulk.ts'
import { ruleOf } from '../lib/resources/rules.ts'
import { productFields, productList } from '../products.ts'

/** Bulk edits of products. */
export const productBulk = {
  price: {
    kind: 'money',
    label: productFields.price.label,
    rule: ruleOf(productFields.price),
    hows: ['set', 'percent'],
  },
  quantity: {
    kind: 'count',
    label: productFields.quantity.label,
    hows: ['set'],
    rule: bulkRules.count(productFields.quantity.message),
  },
  catalogue: {
    kind: 'links',
    label: { cnr: 'Katalog', en: 'Catalogue' },
    button: { cnr: 'U katalog…', en: 'Add to catalogue…' },
    rule: bulkRules.link,
    hows: ['add', 'remove'],
    to: 'catalogue',
    permission: ['catalogue.see', 'catalogue.change'],
  },
} as const satisfies BulkFields

export const bulkProducts = bulkRoutes('products', productList, productBulk)

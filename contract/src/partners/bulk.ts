import { moneyOrPercent } from '../lib/numbers/decimal-field.ts'
import { type BulkFields, bulkRoutes, bulkRules } from '../lib/resources/bulk.ts'
import { partnerList } from '../partners.ts'
import { figureFields } from './fields.ts'

const bulkMoneyOrPercent = (name: 'debt' | 'debitLimit' | 'outOfCurrency') =>
  ({
    kind: 'moneyOrPercent',
    label: figureFields[name].label,
    rule: moneyOrPercent,
    hows: ['set', 'percent'],
    permission: ['figures.see', 'figures.change'],
  }) as const

/** Bulk edits of partners. */
export const partnerBulk = {
  debt: bulkMoneyOrPercent('debt'),
  debitLimit: bulkMoneyOrPercent('debitLimit'),
  outOfCurrency: bulkMoneyOrPercent('outOfCurrency'),
  categories: {
    kind: 'links',
    label: partnerList.columns.category_names.label,
    rule: bulkRules.link,
    hows: ['add', 'remove'],
    to: 'categories',
  },
} as const satisfies BulkFields

export const bulkPartners = bulkRoutes('partners', partnerList, partnerBulk)

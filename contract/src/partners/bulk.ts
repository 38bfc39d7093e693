import { type BulkFields, bulkCalls, bulkRules } from '../kit/bulk/bulk.ts'
import { figure } from '../kit/numbers/decimal-field.ts'
import { partnerList } from '../partners.ts'
import { figureFields } from './fields.ts'

const bulkFigure = (name: 'debt' | 'debitLimit' | 'outOfCurrency') =>
  ({
    kind: 'figure',
    label: figureFields[name].label,
    rule: figure,
    hows: ['set', 'percent'],
    needs: ['figures.see', 'figures.change'],
  }) as const

/** What can be changed in many partners at once. */
export const partnerBulk = {
  debt: bulkFigure('debt'),
  debitLimit: bulkFigure('debitLimit'),
  outOfCurrency: bulkFigure('outOfCurrency'),
  categories: {
    kind: 'links',
    label: partnerList.columns.category_names.label,
    rule: bulkRules.link,
    hows: ['add', 'remove'],
    to: 'categories',
  },
} as const satisfies BulkFields

export const bulkPartners = bulkCalls('partners', partnerList, partnerBulk)

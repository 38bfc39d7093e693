import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  glance: {
    price: 'Price',
    quantity: 'Quantity',
    free: 'Free',
    asked: 'Asked',
    asked_says: 'Asked for in the last 30 days',
    stock_line: 'Stock, 12 weeks',
    price_line: 'Price, 12 weeks',
    line_says: 'From {from} to {to}.',
    moment: 'When',
    now: 'today',
    offered: 'Where it is offered',
    nowhere: 'It is in no campaign, not in the catalogue and in no promotion.',
    shown: 'Visible',
    hidden: 'Hidden',
    more: 'and {count, number} more',
  },
}

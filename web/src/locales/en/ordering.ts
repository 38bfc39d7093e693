import type { Translation } from '../../lib/i18n/language.ts'
import type { ordering as cnr } from '../cnr/ordering.ts'

export const ordering: Translation<typeof cnr> = {
  order: {
    pieces: '{count, plural, one {# pc} other {# pcs}}',
    short: 'Not enough in stock. Order less, or confirm that you want to order anyway.',
  },
  validation: {
    pieces: 'The quantity must be from 1 to 9,999.',
    left: '{left, plural, =0 {None left.} one {Only # piece left.} other {Only # pieces left.}}',
    delivered: 'This line has been delivered, so it cannot be changed or withdrawn.',
    price_changed: 'The price has changed. Order again at the new price.',
    not_offered: 'The product is no longer available, so the quantity can only be reduced.',
  },
}

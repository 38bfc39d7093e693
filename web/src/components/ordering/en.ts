import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  order: {
    quantity: 'Quantity',
    less: 'One less',
    more: 'One more',
    quantity_wrong: 'The quantity is a whole number from 1 to {max, number}.',
    wait: 'The order of {count, number} pcs is waiting for the server’s answer',
    wait_text: 'While the app is open it is sent as soon as the connection is back, and only once.',
    again: 'Send now',
    drop: 'Give the order up',
    drop_title: 'Give the order up?',
    drop_text:
      'This app will not send it any more. If it has reached the server it stays ordered: look among your orders.',
    past: 'We do not know whether the order of {count, number} pcs has arrived',
    past_text:
      'It is more than a day old, so it is not sent again. Look among your orders, and order again if it is not there.',
    seen: 'OK',
    in_stock: 'In stock',
    ask_few: '{count, number} pcs are in stock. Order anyway and wait for more?',
    ask_none: 'This product is out of stock. Order anyway and wait for it?',
    anyway: 'Order anyway',
    few: '{count, number} left',
    none: 'Out of stock',
    basket: 'Basket, {count, plural, one {# product} other {# products}}',
    add_of: 'Add to the basket: {name}',
    change_of: '{count, number} pcs in the basket, change: {name}',
    put: 'Put into the basket',
    take_out: 'Remove from the basket',
    full: 'The basket has room for {count, number} products. Order these, then go on.',
    amount_of: 'Quantity: {name}',
  },
}

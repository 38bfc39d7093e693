import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  glance: {
    categories: 'Categories',
    orders: 'Last orders',
    no_orders: 'It has not ordered yet.',
    pieces: '{count, number} pcs',
    page: 'The partner’s page',
    chats: 'Conversations ({count, number})',
    links: 'Further',
  },
}

export const cnr = {
  glance: {
    categories: 'Kategorije',
    orders: 'Posljednje narudžbe',
    no_orders: 'Još nije naručivao.',
    pieces: '{count, number} kom.',
    page: 'Stranica partnera',
    chats: 'Konverzacije ({count, number})',
    links: 'Dalje',
  },
} as const

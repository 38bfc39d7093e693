export const cnr = {
  glance: {
    price: 'Cijena',
    quantity: 'Količina',
    free: 'Slobodno',
    asked: 'Traženo',
    asked_says: 'Traženo u posljednjih 30 dana',
    stock_line: 'Zalihe, 12 sedmica',
    price_line: 'Cijena, 12 sedmica',
    line_says: 'Od {from} do {to}.',
    moment: 'Kada',
    now: 'danas',
    offered: 'Gdje se nudi',
    nowhere: 'Ne nudi se ni u kampanji, ni u katalogu, ni u promociji.',
    shown: 'Vidljivo',
    hidden: 'Skriveno',
    more: 'i još {count, number}',
  },
} as const

import type { Column } from './list.ts'

/** Columns that all lists of orders have: from the catalogue, in campaigns and in promotions. */
export const orderColumns = {
  quantity: { label: { cnr: 'Količina', en: 'Quantity' }, filter: 'number' },
  price: { label: { cnr: 'Cijena', en: 'Price' }, filter: 'number', money: true },
  /** Whether it was ordered although there was not enough in stock. */
  ignore_quantity: {
    label: { cnr: 'Zaliha', en: 'Stock' },
    filter: 'flag',
    options: [
      { value: 'false', label: { cnr: 'Na zalihi', en: 'In stock' } },
      { value: 'true', label: { cnr: 'Nema zaliha', en: 'Out of stock' } },
    ],
  },
} as const satisfies Record<string, Column>

import * as z from 'zod/mini'
import { day, idParams, moment, recordShape, toggleBody, toggleResponse } from './lib/fields/fields.ts'
import { route } from './lib/http/route.ts'
import { commonColumns, listBody, PAGE_OR_FILE, paged, recordRef } from './lib/lists/list.ts'
import { orderColumns } from './lib/lists/order-columns.ts'
import { recordList } from './lib/lists/record-list.ts'
import { partnerCode } from './partners/partnerField.ts'

const catalogueOrder = z.object({
  ...recordShape,
  created_at: moment,
  /** Lines that were ordered together share it. */
  basket: z.string(),
  partner: recordRef,
  partner_name: z.string(),
  product: z.object({ id: z.int(), erp_code: z.string(), name: z.string() }),
  erp_code: z.string(),
  product_name: z.string(),
  quantity: z.int(),
  /** Euros at the time of the order, per piece and in total. */
  price: z.string(),
  total: z.string(),
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
})
export type CatalogueOrder = z.infer<typeof catalogueOrder>

/** The label of the stock column for a deactivated order, on screen and in files. */
export const inactiveOrder = { cnr: 'Neaktivna', en: 'Inactive' }

export const catalogueOrderList = recordList({
  name: 'catalogueOrders',
  noun: {
    cnr: {
      gender: 'f',
      title: 'Narudžbe iz kataloga',
      one: 'Narudžba iz kataloga',
      accusative: 'narudžbu',
      few: 'narudžbe',
      other: 'narudžbi',
    },
    en: { title: 'Catalogue orders', one: 'Catalogue order', inText: 'order', other: 'orders' },
    hint: {
      cnr: 'Više se ne računa u zbirove, a poručena količina se vraća na zalihu.',
      en: 'No longer counted in the totals; the pieces return to stock.',
    },
    empty: { cnr: 'Nema narudžbi u ovom periodu', en: 'No orders in this period' },
    empty_hint: {
      cnr: 'Pojaviće se ovdje čim partneri poruče iz kataloga.',
      en: 'Orders appear here as soon as partners order from the catalogue.',
    },
  },
  columns: {
    created_at: { label: { cnr: 'Datum', en: 'Date' }, filter: 'day' },
    partner_name: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text' },
    partner_id: { ...partnerCode, optional: true },
    erp_code: { label: { cnr: 'Šifra', en: 'Code' }, filter: 'text' },
    product_name: { label: { cnr: 'Proizvod', en: 'Product' }, filter: 'text' },
    quantity: orderColumns.quantity,
    price: orderColumns.price,
    total: { label: { cnr: 'Ukupno', en: 'Total' }, filter: 'number', money: true },
    ignore_quantity: orderColumns.ignore_quantity,
    is_active: { ...commonColumns.is_active, optional: true },
  },
  search: ['partner_name', 'erp_code', 'product_name'],
  sort: { by: 'created_at', desc: true },
  sizes: [10, 20, 30, 50, 100],
})

/** Numbers of lines, pieces and euros. */
const sums = { orders: z.int(), pieces: z.int(), total: z.string() }

/**
 * The range of days: by default from the first day of this month to today. 436 when the order is wrong or a day is in
 * the future.
 */
const range = { date_from: z.optional(z.nullable(day)), date_to: z.optional(z.nullable(day)) }
const body = z.extend(listBody(catalogueOrderList), range)
export type OrderRange = { date_from: string; date_to: string }

/** Sums of all orders that a filter matches in a range; inactive ones are in a separate sum only. */
const orderTotals = z.object({
  date_from: z.string(),
  date_to: z.string(),
  ...sums,
  partners: z.int(),
  /** Sums of those ordered although out of stock, with the number of products. */
  out_of_stock: z.object({ ...sums, products: z.int() }),
  inactive: z.object(sums),
  /** The days of the range with orders. */
  days: z.array(z.object({ day: z.string(), in_stock: z.object(sums), out_of_stock: z.object(sums) })),
  /** The sums of the preceding period of the same length; null where more than stock or state is filtered. */
  before: z.nullable(z.object({ date_from: z.string(), date_to: z.string(), ...sums })),
})
export type OrderTotals = z.infer<typeof orderTotals>

const see = { audience: 'staff', permission: 'catalogueOrders.see' } as const
const change = { audience: 'staff', permission: 'catalogueOrders.change' } as const

export const catalogueOrders = {
  index: route({
    ...see,
    method: 'POST',
    path: '/api/catalogue_order/index',
    summary: 'Search catalogue orders',
    description: `Covers a range of days. ${PAGE_OR_FILE}`,
    body,
    response: paged(catalogueOrder),
  }),
  totals: route({
    ...see,
    method: 'POST',
    path: '/api/catalogue_order/totals',
    summary: 'Get totals of catalogue orders',
    description: 'Adds up all orders that match the filters in a range of days.',
    body: z.strictObject({ filters: listBody(catalogueOrderList).shape.filters, ...range }),
    response: orderTotals,
  }),
  toggle: route({
    ...change,
    method: 'DELETE',
    path: '/api/catalogue_order/delete/:id',
    aliases: ['/api/catalogue_order/:id'],
    summary: 'Deactivate or restore catalogue order',
    params: idParams,
    body: toggleBody,
    response: z.extend(toggleResponse, {
      /** Ordered pieces that are not in stock; 0 when the order is covered or inactive. */
      missing: z.int(),
    }),
  }),
}

declare module './lib/http/events.ts' {
  interface EventTypes {
    /** Orders were added, deactivated or reactivated: for the office and the partner. */
    catalogueOrders: { ids: number[] }
  }
}

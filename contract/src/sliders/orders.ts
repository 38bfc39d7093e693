// Sign-ups and orders of sliders, for the office.
import * as z from 'zod/mini'
import { moment } from '../lib/fields/fields.ts'
import { commonColumns, recordRef } from '../lib/lists/list.ts'
import { orderColumns } from '../lib/lists/order-columns.ts'
import { recordList } from '../lib/lists/record-list.ts'
import { partnerCode } from '../partners/partnerField.ts'

const ofPartner = z.object({ id: z.int(), name: z.string(), category_names: z.string() })
const partnerColumns = {
  updated_at: commonColumns.updated_at,
  partner_id: partnerCode,
  partner_name: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text', at: ['partner', 'name'] },
  category_names: {
    label: { cnr: 'Kategorije', en: 'Categories' },
    filter: 'text',
    sort: false,
    at: ['partner', 'category_names'],
  },
} as const
const dialogList = {
  search: ['partner_id', 'partner_name', 'category_names'],
  sort: { by: 'updated_at', desc: true },
  sizes: [8, 10, 20, 30, 50],
  size: 8,
} as const

/** The partners that have signed up for a Seminar, with their chosen days. */
export const registrationList = recordList({
  name: 'registrations',
  noun: {
    cnr: { gender: 'f', title: 'Partneri prijavljeni na seminar', one: 'Prijava', other: 'prijava' },
    en: { title: 'Partners signed up for a seminar', one: 'Sign-up', other: 'sign-ups' },
    empty_hint: { cnr: 'Partneri se prijavljuju u svojoj aplikaciji.', en: 'Partners sign up in their app.' },
  },
  ...dialogList,
  columns: { ...partnerColumns, all_dates: { label: { cnr: 'Datumi', en: 'Dates' }, sort: false } },
})
export const registration = z.object({
  id: z.int(),
  partner: ofPartner,
  all_dates: z.array(z.string()),
  /** Those of them that are full, for which the partner waits. */
  waiting_dates: z.array(z.string()),
  /** The user who last chose the days. */
  user: recordRef,
  updated_at: z.string(),
})
export type Registration = z.infer<typeof registration>

/** The orders of a Promocija, one line each. */
export const sliderOrderList = recordList({
  name: 'sliderOrders',
  noun: {
    cnr: {
      gender: 'f',
      title: 'Partneri koji su poručili promotivni proizvod',
      one: 'Narudžba',
      other: 'narudžbi',
    },
    en: { title: 'Partners who ordered a promotional product', one: 'Order', other: 'orders' },
    empty_hint: { cnr: 'Partneri poručuju u svojoj aplikaciji.', en: 'Partners order in their app.' },
  },
  ...dialogList,
  columns: {
    ...partnerColumns,
    quantity: orderColumns.quantity,
    price: { ...orderColumns.price, optional: true },
    ignore_quantity: { ...orderColumns.ignore_quantity, optional: true },
    is_handled: {
      label: { cnr: 'Stanje', en: 'State' },
      filter: 'flag',
      options: [
        { value: 'true', label: { cnr: 'Obrađena', en: 'Handled' } },
        { value: 'false', label: { cnr: 'Čeka', en: 'Waiting' } },
      ],
    },
    handled_at: { label: { cnr: 'Vrijeme obrade', en: 'Handled at' }, filter: 'day', optional: true },
    handled_by: { label: { cnr: 'Obradio', en: 'Handled by' }, filter: 'text', optional: true },
  },
})
export const sliderOrder = z.object({
  id: z.int(),
  partner: ofPartner,
  product: z.object({ id: z.int(), erp_code: z.string(), name: z.string() }),
  quantity: z.int(),
  /** At the time of the order; null for orders before prices were kept. */
  price: z.nullable(z.string()),
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
  /** Whether the office has handled it, when and who. */
  is_handled: z.boolean(),
  handled_at: z.nullable(moment),
  handled_by: z.nullable(recordRef),
  updated_at: z.string(),
})
export type SliderOrder = z.infer<typeof sliderOrder>

// Carts: what partners have ordered in campaigns, and whether it is delivered.
import * as z from 'zod/mini'
import { id, idParams, idText, moment, version } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { list, listBody, listQuery, PAGE_OR_FILE, paged, recordRef } from '../lib/lists/list.ts'
import { orderColumns } from '../lib/lists/order-columns.ts'
import { recordList } from '../lib/lists/record-list.ts'
import { partnerCode } from '../partners/partnerField.ts'

const cartItem = z.object({
  id: z.int(),
  created_at: moment,
  campaign: recordRef,
  campaign_type_id: z.int(),
  partner: recordRef,
  partner_name: z.string(),
  phone: z.nullable(z.string()),
  city: z.nullable(recordRef),
  product_id: z.int(),
  product: z.string(),
  product_code: z.string(),
  product_name: z.string(),
  /** Euros at the time of the order, pieces, and their product. */
  price: z.string(),
  quantity: z.int(),
  total: z.string(),
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
  is_delivered: z.literal([0, 1]),
  version: z.int(),
  updated_at: moment,
})
export type CartItem = z.infer<typeof cartItem>

export const cartList = recordList({
  name: 'cart',
  noun: {
    cnr: { gender: 'f', title: 'Korpa', one: 'Stavka korpe', other: 'stavki' },
    en: { title: 'Cart', one: 'Cart line', other: 'lines' },
    empty_hint: {
      cnr: 'Pojaviće se čim partneri nešto poruče u kampanji.',
      en: 'Lines appear here as soon as partners order in a campaign.',
    },
  },
  columns: {
    created_at: { label: { cnr: 'Datum', en: 'Date' }, filter: 'day' },
    campaign: { label: { cnr: 'Kampanja', en: 'Campaign' }, filter: 'text', at: ['campaign', 'name'] },
    /** The campaign's id, to filter the cart of one campaign. */
    campaign_id: {
      label: { cnr: 'Br. kampanje', en: 'Campaign no.' },
      filter: 'number',
      at: ['campaign', 'id'],
    },
    partner: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text', at: ['partner', 'name'] },
    partner_id: partnerCode,
    phone: { label: { cnr: 'Telefon', en: 'Phone' }, filter: 'text' },
    product_code: { label: { cnr: 'Šifra', en: 'Code' }, filter: 'text' },
    product_name: { label: { cnr: 'Naziv', en: 'Name' }, filter: 'text' },
    price: orderColumns.price,
    quantity: orderColumns.quantity,
    total: { label: { cnr: 'Iznos', en: 'Total' }, filter: 'number', money: true },
    ignore_quantity: { ...orderColumns.ignore_quantity, optional: true },
    is_delivered: {
      label: { cnr: 'Isporuka', en: 'Delivery' },
      filter: 'flag',
      options: [
        { value: '1', label: { cnr: 'Isporučeno', en: 'Delivered' } },
        { value: '0', label: { cnr: 'Neisporučeno', en: 'Undelivered' } },
      ],
    },
  },
  views: {
    undelivered: { label: { cnr: 'Neisporučeno', en: 'Undelivered' }, filters: { is_delivered: '0' } },
    today: { label: { cnr: 'Danas', en: 'Today' }, filters: { created_at: 'today' } },
    yesterday: { label: { cnr: 'Juče', en: 'Yesterday' }, filters: { created_at: 'yesterday' } },
  },
  search: ['partner', 'phone', 'product_code', 'product_name'],
  sort: { by: 'created_at', desc: true },
  sizes: [10, 20, 30, 50, 100],
  size: 20,
})

/** Sums of lines: their number, pieces and euros. */
const sums = { items: z.int(), pieces: z.int(), total: z.string() }
const totals = z.object({
  ...sums,
  partners: z.int(),
  delivered: z.object(sums),
  undelivered: z.object(sums),
  /** Order time of the oldest undelivered line. */
  oldest: z.nullable(moment),
})
export type CartTotals = z.infer<typeof totals>

/** The sums of one partner in the lines that a filter matches. */
const partnerTotal = z.object({
  partner: recordRef,
  phone: z.nullable(z.string()),
  city: z.nullable(recordRef),
  ...sums,
  delivered: z.object(sums),
})
export type PartnerTotal = z.infer<typeof partnerTotal>

/**
 * The sums of one product, and its limit in the campaign (null without a limit): its own, or the stock and what was
 * delivered before the stock was set.
 */
const productTotal = z.object({
  product: z.object({ id: z.int(), erp_code: z.string(), name: z.string() }),
  quantity: z.nullable(z.int()),
  ...sums,
  delivered: z.object(sums),
  /** Sums of the lines that were ordered although there was not enough in stock. */
  out_of_stock: z.object(sums),
})
export type ProductTotal = z.infer<typeof productTotal>

export const partnerTotalList = list({
  columns: {
    partner: { label: { cnr: 'Partner', en: 'Partner' }, at: ['partner', 'name'] },
    items: { label: { cnr: 'Stavki', en: 'Lines' } },
    pieces: { label: { cnr: 'Komada', en: 'Pieces' } },
    total: { label: { cnr: 'Iznos', en: 'Total' }, money: true },
  },
  search: [],
  sort: { by: 'total', desc: true },
  sizes: [10, 20, 30, 50, 100],
})

/** Maximum number of lines that one request delivers. */
export const MAX_DELIVERED = 1000

const see = { audience: 'staff', permission: 'cart.see' } as const
const change = { audience: 'staff', permission: 'cart.change' } as const
const query = listQuery(cartList)
const filters = listBody(cartList).shape.filters
const ofCampaign = z.strictObject({ campaign_id: idText })
const whole = {
  ...see,
  method: 'GET',
  summary: 'List cart of campaign',
  description: 'The newest lines come first.',
  response: z.array(cartItem),
} as const
const deliver = { ...change, method: 'PUT' } as const
/** Marks an undo: a line that is delivered again keeps the time of its delivery. */
const undo = z.optional(z.boolean())

export const cart = {
  all: route({ ...whole, path: '/api/campaignDetailsById/cart/:campaign_id', params: ofCampaign, query }),
  allByQuery: route({
    ...whole,
    summary: `${whole.summary} (id in query)`,
    path: '/api/campaignDetailsById/cart',
    query: z.extend(query, { campaign_id: idText }),
  }),
  index: route({
    ...see,
    method: 'POST',
    path: '/api/cart/index',
    summary: 'Search cart lines',
    description: `Covers all campaigns. ${PAGE_OR_FILE}`,
    body: listBody(cartList),
    response: paged(cartItem),
  }),
  totals: route({
    ...see,
    method: 'POST',
    path: '/api/cart/totals',
    summary: 'Get cart totals',
    description: 'Adds up all lines that match the filters.',
    body: z.strictObject({ filters }),
    response: totals,
  }),
  partners: route({
    ...see,
    method: 'POST',
    path: '/api/cart/partners',
    summary: 'List cart totals by partner',
    description: 'Adds up all lines that match the filters: one page of partners, or those in `partner_ids`.',
    body: z.strictObject({
      filters,
      options: listBody(partnerTotalList).shape.options,
      partner_ids: z.optional(z.array(id).check(z.maxLength(100, 'validation.too_many'))),
    }),
    response: paged(partnerTotal),
  }),
  progress: route({
    ...see,
    method: 'GET',
    path: '/api/campaigns/:id/progress',
    summary: 'Get campaign progress',
    description:
      'Returns what was ordered and delivered: in total, by product, and for the first 20 partners.',
    params: idParams,
    response: z.object({ totals, products: z.array(productTotal), partners: z.array(partnerTotal) }),
  }),
  deliver: route({
    ...deliver,
    path: '/api/changeDeliveryCampaignItemCart/:id',
    summary: 'Mark cart line as delivered',
    description: 'Sets the state in `is_delivered`; without it the state is toggled.',
    params: idParams,
    body: z.optional(
      z.nullable(z.strictObject({ is_delivered: z.optional(z.literal([0, 1])), version, undo })),
    ),
    response: cartItem,
  }),
  deliverMany: route({
    ...deliver,
    path: '/api/changeDeliveryCampaignItemCart',
    summary: 'Mark cart lines as delivered',
    description:
      'Each line has its own outcome. Lines that no longer exist are `missing`, and those with another version than in `versions` (in the order of `ids`) are `overtaken`.',
    body: z
      .strictObject({
        ids: z
          .array(id)
          .check(z.minLength(1, 'validation.field'), z.maxLength(MAX_DELIVERED, 'validation.too_many')),
        versions: z.optional(z.array(z.int().check(z.minimum(1)))),
        is_delivered: z.literal([0, 1]),
        undo,
      })
      .check(
        z.refine(({ ids, versions }) => !versions || ids.length === versions.length, {
          path: ['versions'],
          message: 'validation.field',
        }),
      ),
    response: z.object({
      result: z.array(
        z.object({
          id: z.int(),
          /** Whether it was changed, had the state already, was changed by others, or no longer exists. */
          outcome: z.enum(['changed', 'unchanged', 'overtaken', 'missing']),
          item: z.nullable(cartItem),
        }),
      ),
    }),
  }),
}

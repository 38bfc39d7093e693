// The daily overview of the home page: open work, orders, debts, campaigns and products out of stock. Each part has its
// own route, so that it loads and fails independently.
import * as z from 'zod/mini'
import { campaignType } from '../campaigns/kinds.ts'
import { moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'

/** Days of the overview, including today. */
export const DAYS = 30

/** Open work of the office; a part is absent when it is empty or the caller may not see it. */
const waiting = z.object({
  /** Chats with partners' messages that the office has not read. */
  chats: z.optional(
    z.object({
      threads: z.int(),
      sliders: z.int(),
      /** The oldest unread message of a partner. */
      oldest: moment,
      /** The people who have waited longest, with their chats. */
      people: z.array(
        z.object({ name: z.string(), partner: recordRef, slider_id: z.int(), thread_id: z.int() }),
      ),
    }),
  ),
  /** Undelivered lines of carts; `named` are the partners with the most lines. */
  cart: z.optional(
    z.object({
      items: z.int(),
      partners: z.int(),
      total: z.string(),
      oldest: moment,
      named: z.array(z.object({ ...recordRef.shape, items: z.int() })),
    }),
  ),
  /** Today's active orders of the catalogue; `named` are the latest partners. */
  catalogueOrders: z.optional(
    z.object({
      orders: z.int(),
      partners: z.int(),
      total: z.string(),
      last: moment,
      named: z.array(recordRef),
    }),
  ),
  /** Open complaints, and the beginning of the oldest one. */
  complaints: z.optional(z.object({ open: z.int(), oldest: moment, partner: recordRef, words: z.string() })),
  /** Devices that notifications of the last seven days have not reached, and the latest of these notifications. */
  push: z.optional(
    z.object({
      failed: z.int(),
      notification: z.object({ id: z.int(), subject: z.string(), accepted: z.int(), devices: z.int() }),
      at: moment,
    }),
  ),
  /** When partners last ordered something; shown when there is no open work. */
  last_order: z.nullable(moment),
})
export type Waiting = z.infer<typeof waiting>

/** The sources of orders in the order of the chart, with the permission area of each. */
export const sources = { catalogue: 'catalogueOrders', campaigns: 'cart', promotions: 'sliders' } as const
export type Source = keyof typeof sources
/** The permissions for what partners ask for: it is added up over all sources. */
export const demandPermissions = Object.values(sources).map((area) => `${area}.see` as const)

/** Number of orders of a day, and their euros; orders without a price add nothing. */
const daySum = z.object({ day: z.string(), orders: z.int(), total: z.string() })

const orders = z.object({
  /** The first day and today. */
  from: z.string(),
  until: z.string(),
  /**
   * By source, of those that the caller may see; days without orders are omitted. Those of promotions include sign-ups
   * for seminars.
   */
  sources: z.partial(
    z.object({
      catalogue: z.array(daySum),
      campaigns: z.array(daySum),
      promotions: z.array(daySum),
    }),
  ),
})
export type DayOrders = z.infer<typeof orders>

const debts = z.object({
  /** The partners with the highest overdue debts; a limit of 0 means none. */
  partners: z.array(
    z.object({ ...recordRef.shape, debt: z.string(), overdue: z.string(), limit: z.nullable(z.string()) }),
  ),
})
export type Debts = z.infer<typeof debts>

const running = z.object({
  /** Number of campaigns that partners see today. */
  shown: z.int(),
  /** The campaigns that end first. */
  campaigns: z.array(
    z.object({
      ...recordRef.shape,
      campaign_type_id: campaignType,
      visible_until: z.nullable(z.string()),
      /** Days after today on which it is still visible. */
      days_left: z.nullable(z.int()),
      /**
       * Of a quantity campaign the ordered pieces; of a price campaign the used cash, or the ordered euros where no
       * partner has cash in euros.
       */
      ordered: z.string(),
      of: z.nullable(z.string()),
      /** Partners that have ordered, and all partners of the campaign. */
      buyers: z.int(),
      partners: z.int(),
    }),
  ),
})
export type Running = z.infer<typeof running>

const missing = z.object({
  /** Active products without stock. */
  out_of_stock: z.int(),
  /** The products without stock that partners order most: pieces in all these days, and undelivered ones. */
  products: z.array(
    z.object({ id: z.int(), erp_code: z.string(), name: z.string(), asked: z.int(), waiting: z.int() }),
  ),
})
export type Missing = z.infer<typeof missing>

const get = { audience: 'staff', method: 'GET' } as const

export const homeDay = {
  waiting: route({
    ...get,
    path: '/api/home/waiting',
    permission: 'signed-in',
    summary: 'Get open work of today',
    description: 'Returns only what the caller may see.',
    response: waiting,
  }),
  orders: route({
    ...get,
    path: '/api/home/orders',
    permission: ['catalogueOrders.see', 'cart.see', 'sliders.see'],
    summary: 'List orders of last 30 days',
    description: 'Returns numbers by day and source, of the sources that the caller may see.',
    response: orders,
  }),
  debts: route({
    ...get,
    path: '/api/home/debts',
    permission: 'figures.see',
    summary: 'List most overdue partners',
    description: 'Without `partners.see` no partners are returned.',
    response: debts,
  }),
  campaigns: route({
    ...get,
    path: '/api/home/campaigns',
    permission: 'campaigns.see',
    summary: 'List progress of running campaigns',
    description: 'Without `cart.see` only the number of campaigns is returned.',
    response: running,
  }),
  missing: route({
    ...get,
    path: '/api/home/missing',
    permission: 'products.see',
    summary: 'List most requested products out of stock',
    description:
      'Without `catalogueOrders.see`, `cart.see` and `sliders.see` only the number of products out of stock is returned.',
    response: missing,
  }),
}

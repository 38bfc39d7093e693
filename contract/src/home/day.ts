// What the morning view shows beside the figures: what waits, what came in, who owes, how far campaigns are, and what is
// asked for and is not there. Each part is a call of its own, so that it loads and fails by itself.
import * as z from 'zod/mini'
import { campaignType } from '../campaigns/kinds.ts'
import { moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { choice } from '../lib/lists/selection.ts'

/** Days that the view looks back on, today being the last. */
export const DAYS = 30

/** What waits for somebody in the office; a part is absent where nothing waits, or may not be seen. */
const waiting = z.object({
  /** Chats that partners have written in since the office last read. */
  chats: z.optional(
    z.object({
      threads: z.int(),
      sliders: z.int(),
      oldest: moment,
      /** Who has waited longest, and the chat that it is in. */
      people: z.array(
        z.object({ name: z.string(), partner: choice, slider_id: z.int(), thread_id: z.int() }),
      ),
    }),
  ),
  /** Lines of carts to be delivered; the partners with the most of them are named. */
  cart: z.optional(
    z.object({
      items: z.int(),
      partners: z.int(),
      total: z.string(),
      oldest: moment,
      named: z.array(z.object({ ...choice.shape, items: z.int() })),
    }),
  ),
  /** The catalogue's active orders of today; who ordered last is named first. */
  catalogueOrders: z.optional(
    z.object({
      orders: z.int(),
      partners: z.int(),
      total: z.string(),
      last: moment,
      named: z.array(choice),
    }),
  ),
  /** Open complaints, and the beginning of the oldest. */
  complaints: z.optional(z.object({ open: z.int(), oldest: moment, partner: choice, words: z.string() })),
  /** Devices that messages of the last seven days have not reached, and the latest of these messages. */
  push: z.optional(
    z.object({
      failed: z.int(),
      notification: z.object({ id: z.int(), subject: z.string(), accepted: z.int(), devices: z.int() }),
      at: moment,
    }),
  ),
  /** When partners last ordered something, for the morning on which nothing waits. */
  last_order: z.nullable(moment),
})
export type Waiting = z.infer<typeof waiting>

/** The sources of orders, in the order in which they are drawn, and the area of each. */
export const sources = { catalogue: 'catalogueOrders', campaigns: 'cart', promotions: 'sliders' } as const
export type Source = keyof typeof sources

/** How many came in on a day, and of how many euros; what has no price has none. */
const daySum = z.object({ day: z.string(), orders: z.int(), total: z.string() })

const orders = z.object({
  /** The first day and today. */
  from: z.string(),
  until: z.string(),
  /** By source, of those that the caller may see; days without any are left out. */
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
  /** Who owes most that is overdue; a limit of 0 is none. */
  partners: z.array(
    z.object({ ...choice.shape, debt: z.string(), overdue: z.string(), limit: z.nullable(z.string()) }),
  ),
})
export type Debts = z.infer<typeof debts>

const running = z.object({
  /** How many partners see today. */
  shown: z.int(),
  /** Those that end first. */
  campaigns: z.array(
    z.object({
      ...choice.shape,
      campaign_type_id: campaignType,
      visible_until: z.nullable(z.string()),
      /** Days after today on which it is still shown. */
      days_left: z.nullable(z.int()),
      /** Pieces of a Količinska; of a Cjenovna the cash that is used, or what was ordered where nobody has cash in euros. */
      ordered: z.string(),
      of: z.nullable(z.string()),
      /** Partners that have ordered, and those that see it. */
      buyers: z.int(),
      partners: z.int(),
    }),
  ),
})
export type Running = z.infer<typeof running>

const missing = z.object({
  /** Active products without stock. */
  out_of_stock: z.int(),
  /** Of those, the ones that partners have asked for most: pieces in all these days, and those that still wait. */
  products: z.array(
    z.object({ id: z.int(), erp_code: z.string(), name: z.string(), asked: z.int(), waiting: z.int() }),
  ),
})
export type Missing = z.infer<typeof missing>

const get = { audience: 'staff', method: 'GET' } as const

export const homeDay = {
  waiting: route({
    ...{ ...get, path: '/api/home/waiting', permission: 'signed-in' },
    summary: 'What waits for the office today, of what the caller may see',
    reply: waiting,
  }),
  orders: route({
    ...{ ...get, path: '/api/home/orders', permission: ['catalogueOrders.see', 'cart.see', 'sliders.see'] },
    summary: 'Orders of the last thirty days by day and source, of those that the caller may see',
    reply: orders,
  }),
  debts: route({
    ...{ ...get, path: '/api/home/debts', permission: 'figures.see' },
    summary: 'The partners that owe most beyond their terms; none without partners.see',
    reply: debts,
  }),
  campaigns: route({
    ...{ ...get, path: '/api/home/campaigns', permission: 'campaigns.see' },
    summary: 'How far the campaigns are that partners see today; only how many without cart.see',
    reply: running,
  }),
  missing: route({
    ...{ ...get, path: '/api/home/missing', permission: 'products.see' },
    summary:
      'What is out of stock and asked for most; only how much without catalogueOrders.see and cart.see',
    reply: missing,
  }),
}

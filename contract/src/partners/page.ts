// The overview on a partner's page: open work, counts, debt over time.
import * as z from 'zod/mini'
import { campaignType } from '../campaigns/kinds.ts'
import { idParams, moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'

const count = z.optional(z.int())

/** Each part only with its permission: missing parts are absent, not zero. */
const overview = z.object({
  /** When and by whom it was added; null for partners older than the history. */
  opened: z.object({ at: moment, person: z.nullable(z.string()) }),
  last_order_at: z.optional(z.nullable(moment)),
  /** When a debt, plan or bonus was last changed, by hand or by an import. */
  figures_at: z.optional(moment),
  /** Undelivered lines of campaigns. */
  undelivered: z.optional(z.object({ lines: z.int(), total: z.string() })),
  /** Chats with messages that the office has not read, and the slider of the latest. */
  unread: z.optional(z.object({ threads: z.int(), slider_id: z.nullable(z.int()), id: z.nullable(z.int()) })),
  /**
   * The debt in euros at the end of each of the eleven preceding months, then at each change of this month (the last
   * one of a day), then now; null where it was missing or a percentage.
   */
  debts: z.optional(z.array(z.object({ at: moment, debt: z.nullable(z.string()) }))),
  /** The last orders of all kinds, the latest first; each only with its permission. */
  last_orders: z.optional(
    z.array(
      z.object({
        source: z.enum(['catalogue', 'campaigns', 'promotions']),
        at: moment,
        product: recordRef,
        pieces: z.int(),
        /** Null for older orders of promotions, which have no price. */
        total: z.nullable(z.string()),
      }),
    ),
  ),
  /** Its users of the portal, and the time of their last sign-in. */
  app: z.optional(z.object({ users: z.int(), last_at: z.nullable(moment) })),
  /** Counts of the page's tabs. */
  counts: z.object({
    notes: z.int(),
    orders: count,
    campaigns: count,
    chats: count,
    support: count,
    users: count,
  }),
})
export type PartnerOverview = z.infer<typeof overview>

const campaignOfPartner = z.object({
  id: z.int(),
  name: z.string(),
  campaign_type_id: campaignType,
  is_shown: z.boolean(),
  /** Null in a quantity campaign, or for a partner that is in the campaign by its category only. */
  cash: z.nullable(z.string()),
  /** Only with permission to see carts. */
  ordered: z.optional(
    z.object({
      lines: z.int(),
      delivered: z.int(),
      pieces: z.int(),
      total: z.string(),
      delivered_total: z.string(),
    }),
  ),
})
export type CampaignOfPartner = z.infer<typeof campaignOfPartner>

const chatOfPartner = z.object({
  id: z.int(),
  slider: recordRef,
  user: z.string(),
  last_message: z.nullable(z.string()),
  last_at: moment,
  /** Whether its user can read a new message. */
  is_open: z.boolean(),
  /** Messages that the office has not read. */
  unread: z.int(),
})
export type ChatOfPartner = z.infer<typeof chatOfPartner>

const of = { method: 'GET', audience: 'staff', params: idParams } as const

export const partnerPage = {
  overview: route({
    ...of,
    path: '/api/partners/:id/overview',
    permission: 'partners.see',
    summary: 'Get partner overview',
    description:
      'Returns what is open with the partner and how much is linked to it, as far as the caller may see it.',
    response: overview,
  }),
  campaigns: route({
    ...of,
    path: '/api/partners/:id/campaigns',
    permission: 'campaigns.see',
    summary: 'List campaigns of a partner',
    description:
      'Returns campaigns that include the partner or in which it has ordered, the last changed first.',
    response: z.array(campaignOfPartner),
  }),
  chats: route({
    ...of,
    path: '/api/partners/:id/chats',
    permission: 'sliders.see',
    summary: 'List chats of a partner',
    description: 'Returns the chats of its users, the last written first.',
    response: z.array(chatOfPartner),
  }),
}

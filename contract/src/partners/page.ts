// What a partner's page shows beside the partner: what is open, how much hangs on it, how the debt has gone.
import * as z from 'zod/mini'
import { campaignType } from '../campaigns/kinds.ts'
import { idParams, moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { choice } from '../lib/lists/selection.ts'

const count = z.optional(z.int())

/** Each part only for whoever may see it: what is missing is not said, not even by a zero. */
const overview = z.object({
  /** Since when it is kept, and by whom; null for those of before the history. */
  opened: z.object({ at: moment, person: z.nullable(z.string()) }),
  last_order_at: z.optional(z.nullable(moment)),
  /** When one of its figures was last changed, by hand or by an import. */
  figures_at: z.optional(moment),
  /** Lines of campaigns that are to be delivered. */
  undelivered: z.optional(z.object({ lines: z.int(), total: z.string() })),
  /** Chats with something that the office has not read, and the one that was written to last. */
  unread: z.optional(z.object({ threads: z.int(), slider_id: z.nullable(z.int()), id: z.nullable(z.int()) })),
  /** Since when something is overdue without a break; null when nothing is, or when it was so before anything is known. */
  overdue_since: z.optional(z.nullable(moment)),
  /**
   * The debt in euros at the end of each of the eleven months before this one, then at each change of this month (of a
   * day the last one), then now; null where there was none, or it was in percent.
   */
  debts: z.optional(z.array(z.object({ at: moment, debt: z.nullable(z.string()) }))),
  /** What was ordered last, wherever, the latest first: each only for whoever may see it there. */
  last_orders: z.optional(
    z.array(
      z.object({
        source: z.enum(['catalogue', 'campaigns', 'promotions']),
        at: moment,
        product: choice,
        pieces: z.int(),
        /** Null for those of promotions, which have no price. */
        total: z.nullable(z.string()),
      }),
    ),
  ),
  /** Its users in the partners' app, and when one of them was last there. */
  app: z.optional(z.object({ users: z.int(), last_at: z.nullable(moment) })),
  /** How many there are of what its tabs show. */
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
  /** Null where it has none: in a campaign by pieces, or of a partner that is in it by its category. */
  cash: z.nullable(z.string()),
  /** Only for whoever may see carts. */
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
  slider: choice,
  user: z.string(),
  last_message: z.nullable(z.string()),
  last_at: moment,
  /** Messages that the office has not read. */
  unread: z.int(),
})
export type ChatOfPartner = z.infer<typeof chatOfPartner>

const of = { method: 'GET', audience: 'staff', params: idParams } as const

export const partnerPage = {
  overview: route({
    ...{ ...of, path: '/api/partners/:id/overview', permission: 'partners.see' },
    summary: 'What is open with a partner and how much hangs on it, as far as the caller may see it',
    reply: overview,
  }),
  campaigns: route({
    ...{ ...of, path: '/api/partners/:id/campaigns', permission: 'campaigns.see' },
    summary: 'The campaigns that name a partner or that it has ordered in, the last changed first',
    reply: z.array(campaignOfPartner),
  }),
  chats: route({
    ...{ ...of, path: '/api/partners/:id/chats', permission: 'sliders.see' },
    summary: 'The chats of a partner’s users, the last written first',
    reply: z.array(chatOfPartner),
  }),
}

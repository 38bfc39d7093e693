// The timeline of everything between the office and one partner.
import * as z from 'zod/mini'
import { supportMessage } from '../customerSupport.ts'
import { historyActions, historyChange } from '../history.ts'
import { idParams, moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { keysOf } from '../lib/lists/keys.ts'

/** The filters of the timeline, with the kinds of events of each. */
export const timelineKinds = {
  orders: ['order', 'cart', 'delivery', 'promotion', 'sign_up'],
  messages: ['chat', 'support', 'notification'],
  changes: ['change', 'import'],
} as const
export type TimelineKind = keyof typeof timelineKinds
const kinds = Object.values(timelineKinds).flat()
export type TimelineEntryKind = (typeof kinds)[number]

const entry = z.object({
  /** Identifies the event in every response. */
  key: z.string(),
  kind: z.enum(kinds),
  at: moment,
  /** The user of the office or of the partner who did it. */
  person: z.nullable(z.string()),
  /** The title of its subject: a product, a campaign, a slider, the subject of a notification, a file. */
  title: z.nullable(z.string()),
  /** The id of its record: the campaign, slider, message, notification, or history entry. */
  ref: z.nullable(z.int()),
  /** The thread of a chat. */
  thread_id: z.nullable(z.int()),
  /** The written text. */
  text: z.nullable(z.string()),
  /** Lines of an order or a cart, or messages of a chat on that day. */
  count: z.nullable(z.int()),
  pieces: z.nullable(z.int()),
  /** Euros. */
  total: z.nullable(z.string()),
  /** Whether it was ordered although out of stock. */
  out_of_stock: z.boolean(),
  /** Whether the office wrote it. */
  from_office: z.boolean(),
  /** Whether the office has not read or resolved it yet. */
  is_open: z.boolean(),
  /** The chosen days of a sign-up. */
  days: z.nullable(z.array(z.string())),
  /** Those of them that are full, for which the partner waits. */
  waiting_days: z.nullable(z.array(z.string())),
  /** Of a support message. */
  type: z.nullable(supportMessage.shape.type),
  /** Of a notification: on how many of the partner's devices it arrived. */
  devices: z.nullable(z.object({ all: z.int(), reached: z.int() })),
  /** Of a change: the action and the changed columns, without debts for callers who may not see them. */
  action: z.nullable(z.enum(keysOf(historyActions))),
  values: z.array(historyChange),
})
export type TimelineEntry = z.infer<typeof entry>

/** Events per page. */
export const TIMELINE_PAGE = 30

/** Where a page ended: the time of its last event, and its key. */
const before = z.string().check(
  z.refine((text) => {
    const [, second] =
      /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{6}Z~[a-z_]{1,20}:[\w:-]{1,60}$/.exec(text) ?? []
    const at = Date.parse(`${second}Z`)
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${second}.`)
  }, 'validation.timestamp'),
)

export const partnerTimeline = {
  index: route({
    method: 'GET',
    path: '/api/partners/:id/timeline',
    audience: 'staff',
    permission: 'partners.see',
    summary: 'List timeline of a partner',
    description: 'The newest come first, as far as the caller may see them.',
    params: idParams,
    query: z.strictObject({
      /** Returns events before this one: `next` of the previous page. */
      before: z.optional(before),
      kind: z.optional(z.enum(['orders', 'messages', 'changes'], 'validation.field')),
    }),
    response: z.object({ result: z.array(entry), next: z.nullable(z.string()) }),
  }),
}

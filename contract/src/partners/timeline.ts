// What happened between the office and one partner, in one line of time.
import * as z from 'zod/mini'
import { supportMessage } from '../customerSupport.ts'
import { historyActions, historyChange } from '../history.ts'
import { idParams, moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { keysOf } from '../lib/lists/keys.ts'

/** What can be asked for alone, and what belongs to it. */
export const timelineKinds = {
  orders: ['order', 'cart', 'delivery', 'promotion', 'sign_up'],
  messages: ['chat', 'support', 'notification'],
  changes: ['change', 'import'],
} as const
export type TimelineKind = keyof typeof timelineKinds
const kinds = Object.values(timelineKinds).flat()
export type TimelineEntryKind = (typeof kinds)[number]

const entry = z.object({
  /** The same for the same event, whenever it is asked for. */
  key: z.string(),
  kind: z.enum(kinds),
  at: moment,
  /** Who did it: of the office or of the partner. */
  person: z.nullable(z.string()),
  /** What it is about: a product, a campaign, a slider, the subject of a notification, a file. */
  title: z.nullable(z.string()),
  /** The record that it leads to: the campaign, slider, message, notification, or the entry of the history. */
  ref: z.nullable(z.int()),
  /** The thread of a chat. */
  thread_id: z.nullable(z.int()),
  /** What was written. */
  text: z.nullable(z.string()),
  /** Lines of an order or a cart, messages of a chat on that day. */
  count: z.nullable(z.int()),
  pieces: z.nullable(z.int()),
  /** Euros. */
  total: z.nullable(z.string()),
  /** Ordered although out of stock. */
  out_of_stock: z.boolean(),
  /** Written by the office. */
  from_office: z.boolean(),
  /** The office has not read it, or not dealt with it. */
  is_open: z.boolean(),
  /** Days that were signed up for. */
  days: z.nullable(z.array(z.string())),
  /** Of a support message. */
  type: z.nullable(supportMessage.shape.type),
  /** Of a notification: on how many of the partner's devices it arrived. */
  devices: z.nullable(z.object({ all: z.int(), reached: z.int() })),
  /** Of a change: what was done and what changed, without the figures where they may not be seen. */
  action: z.nullable(z.enum(keysOf(historyActions))),
  values: z.array(historyChange),
})
export type TimelineEntry = z.infer<typeof entry>

/** Events on a page. */
export const TIMELINE_PAGE = 30

/** Where a page ended: the moment of its last event, and its key. */
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
    ...{ method: 'GET', path: '/api/partners/:id/timeline' },
    ...{ audience: 'staff', permission: 'partners.see' },
    summary: 'What happened with a partner, the last first, as far as the caller may see it',
    params: idParams,
    query: z.strictObject({
      /** Answers what was before it: `next` of the page before. */
      before: z.optional(before),
      kind: z.optional(z.enum(['orders', 'messages', 'changes'], 'validation.field')),
    }),
    reply: z.object({ result: z.array(entry), next: z.nullable(z.string()) }),
  }),
}

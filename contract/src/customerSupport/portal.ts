import * as z from 'zod/mini'
import { supportMessage } from '../customerSupport.ts'
import { idParams, moment, text } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { message, messagePage, messageText, readMark, readReply } from '../messages.ts'
import { supportQuery } from './inbox.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** A partner has written to the office, or the state of its message has changed. */
    support_message: { id: number }
    /** The office has answered or resolved a message of this user. */
    support_reply: { id: number }
  }
}

/** Messages that the users of one partner may write to the office in an hour. */
export const MAX_SUPPORT_PER_HOUR = 20

const { id, type, type_name, message_content } = supportMessage.shape

const appSupportMessage = z.object({
  ...{ id, type, type_name, message_content, created_at: moment },
  /** Whether the office has resolved it. */
  is_resolved: z.boolean(),
  /** When its last message was written. */
  last_at: z.string(),
  /** Replies that this user has not read. */
  unread: z.int(),
  /** Up to where the office has read. */
  office_read_at: z.nullable(z.string()),
})
export type AppSupportMessage = z.infer<typeof appSupportMessage>

const partnerRoute = { audience: 'partner' } as const

export const appCustomerSupport = {
  index: route({
    method: 'GET',
    path: '/api/app/customerSupport',
    audience: 'partner',
    summary: 'What this user has written to the office, the last first',
    reply: z.array(appSupportMessage),
  }),
  create: route({
    method: 'POST',
    path: '/api/app/customerSupport',
    audience: 'partner',
    summary: 'Writes a question (1), a suggestion (2) or a complaint (3) to the office',
    body: z.strictObject({ type, message_content: text({ min: 2, max: 5000, lines: true }) }),
    reply: appSupportMessage,
    idempotent: true,
  }),
  one: route({
    ...{ ...partnerRoute, method: 'GET', path: '/api/app/customerSupport/:id' },
    summary: 'One message of this user',
    params: idParams,
    reply: appSupportMessage,
  }),
  messages: route({
    ...{ ...partnerRoute, method: 'POST', path: '/api/app/customerSupport/:id/messages' },
    summary: 'What was written about it: the newest, what came after one, or what came before one',
    params: idParams,
    body: supportQuery,
    reply: messagePage,
  }),
  reply: route({
    ...{ ...partnerRoute, method: 'POST', path: '/api/app/customerSupport/:id/reply' },
    summary: 'Writes on; what was resolved is taken up again',
    params: idParams,
    body: z.strictObject({ message: messageText }),
    reply: message,
    idempotent: true,
  }),
  read: route({
    ...{ ...partnerRoute, method: 'POST', path: '/api/app/customerSupport/:id/read' },
    summary: 'Marks the answers as read up to one',
    params: idParams,
    body: readMark,
    reply: readReply,
  }),
  unread: route({
    ...{ ...partnerRoute, method: 'GET', path: '/api/app/customerSupport/unread' },
    summary: 'How many answers of the office this user has not read',
    reply: z.object({ messages: z.int() }),
  }),
}

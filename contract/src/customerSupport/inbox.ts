import * as z from 'zod/mini'
import { supportMessage, supportSeen } from '../customerSupport.ts'
import { idParams, moment, text } from '../lib/fields/fields.ts'
import { fileQuery } from '../lib/http/files.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'
import { recipient } from '../messages/start.ts'
import {
  fileOfMessage,
  message,
  messagePage,
  messageQuery,
  messageText,
  readMark,
  readResponse,
  textWithFile,
} from '../messages.ts'

/** Characters of a message that the inbox shows. */
export const INBOX_EXCERPT_LENGTH = 240
/** Rows of the inbox per page. */
export const INBOX_PAGE = 50
/** Maximum rows of one response. */
export const MAX_INBOX_ROWS = 500

const { id, type, type_name, message_content, partner, begun_by } = supportMessage.shape
const { is_active, version: seen } = supportMessage.shape

const inboxItem = z.object({
  id,
  type,
  type_name,
  partner,
  is_active,
  version: seen,
  /** The beginning of the partner's first message. */
  message_content,
  user: recordRef,
  begun_by,
  created_at: moment,
  last_at: z.string(),
  /** Whether the last message is from the office. */
  last_from_office: z.boolean(),
  /** Messages of the partner that the office has not read. */
  unread: z.int(),
  /** The user who has assigned it to himself. */
  taken_by: z.nullable(recordRef),
  taken_at: z.nullable(moment),
})
export type InboxItem = z.infer<typeof inboxItem>

const inbox = z.object({
  result: z.array(inboxItem),
  /** Number of rows with this state, type and search, and by type. */
  total_rows: z.int(),
  types: z.object({ 1: z.int(), 2: z.int(), 3: z.int() }),
  open: z.int(),
  resolved: z.int(),
  /** When the last message of any conversation was written. */
  last_message_at: z.nullable(moment),
})
export type SupportInbox = z.infer<typeof inbox>

const conversation = z.object({
  ...inboxItem.shape,
  /** Whether it is assigned to the caller. */
  is_mine: z.boolean(),
  /** Up to where both sides have read. */
  read_at: z.nullable(z.string()),
  user_read_at: z.nullable(z.string()),
  /** Null without permission to see partners. */
  phone: z.nullable(z.string()),
  city: z.nullable(recordRef),
  /** Euros, or a percentage with its sign; null without permission to see debts. */
  figures: z.nullable(z.object({ debt: z.string(), outOfCurrency: z.string() })),
  /** Numbers of the partner's messages in twelve months. */
  written: z.object({ messages: z.int(), complaints: z.int() }),
  /** The partner's last order among those that the caller may see. */
  last_order: z.nullable(z.object({ at: moment, product: recordRef, quantity: z.int() })),
})
export type SupportConversation = z.infer<typeof conversation>

const see = { audience: 'staff', permission: 'customerSupport.see' } as const
const change = { audience: 'staff', permission: 'customerSupport.change' } as const
const { message_thread_id: _, ...query } = messageQuery.shape
/** The query of a conversation's messages, for both sides. */
export const supportQuery = z.strictObject(query)

export const supportInbox = {
  list: route({
    ...see,
    method: 'POST',
    path: '/api/customerSupport/inbox',
    summary: 'List support conversations',
    description:
      'Returns the open ones, complaints first, or the resolved ones, and the numbers of each type.',
    body: z.strictObject({
      resolved: z.optional(z.boolean()),
      type: z.optional(z.nullable(z.literal([1, 2, 3]))),
      search: z.optional(text({ max: 200 })),
      limit: z.optional(
        z
          .int()
          .check(z.minimum(1, 'validation.page_size'), z.maximum(MAX_INBOX_ROWS, 'validation.page_size')),
      ),
    }),
    response: inbox,
  }),
  one: route({
    ...see,
    method: 'GET',
    path: '/api/customerSupport/:id',
    summary: 'Get support conversation',
    description: 'Includes debt, overdue amount and last order of the partner, if the caller may see them.',
    params: idParams,
    response: conversation,
  }),
  messages: route({
    ...see,
    method: 'POST',
    path: '/api/customerSupport/:id/messages',
    summary: 'List messages of support conversation',
    description: 'Returns the newest messages, or those after or before a given one.',
    params: idParams,
    body: supportQuery,
    response: messagePage,
  }),
  reply: route({
    ...change,
    method: 'POST',
    path: '/api/customerSupport/:id/reply',
    summary: 'Reply to support conversation',
    description:
      'A conversation that no one has taken is assigned to the caller. With `resolve` it is also resolved. With `seen` as well, it returns 409 and sends nothing if the partner has written since.',
    params: idParams,
    body: z.strictObject({
      message: messageText,
      resolve: z.optional(z.boolean()),
      seen: supportSeen,
    }),
    response: message,
    idempotent: true,
  }),
  start: route({
    ...change,
    method: 'POST',
    path: '/api/customerSupport/begin',
    summary: 'Start support conversation',
    description: 'Writes to a user of a partner. The conversation is assigned to the caller.',
    body: z.strictObject({ ...recipient, message: messageText }),
    response: inboxItem,
    idempotent: true,
  }),
  replyFile: route({
    ...change,
    method: 'POST',
    path: '/api/customerSupport/:id/file',
    summary: 'Reply to support conversation with file',
    description: 'Sends an image or another file, with or without text; otherwise like a reply with text.',
    params: idParams,
    form: z.strictObject({
      message: textWithFile,
      resolve: z.optional(z.literal('true', 'validation.field')),
      seen: supportSeen,
    }),
    files: fileOfMessage,
    response: message,
    idempotent: true,
    slow: true,
  }),
  file: route({
    ...see,
    method: 'GET',
    path: '/api/customerSupport/file/:id',
    summary: 'Download support file',
    description: 'Returns the file or its thumbnail. Supports `Range`.',
    params: idParams,
    query: fileQuery,
    response: 'file',
  }),
  take: route({
    ...change,
    method: 'POST',
    path: '/api/customerSupport/:id/take',
    summary: 'Take or release support conversation',
    description: 'Returns 422 if a colleague has taken it, unless `over` is true.',
    params: idParams,
    body: z.strictObject({ taken: z.boolean(), over: z.optional(z.boolean()) }),
    response: z.object({ id: z.int(), taken_by: z.nullable(recordRef), taken_at: z.nullable(moment) }),
  }),
  read: route({
    ...change,
    method: 'POST',
    path: '/api/customerSupport/:id/read',
    summary: 'Mark support conversation as read',
    description: 'Marks the messages up to a given one as read by the office.',
    params: idParams,
    body: readMark,
    response: readResponse,
  }),
}

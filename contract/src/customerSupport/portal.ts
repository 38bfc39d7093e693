import * as z from 'zod/mini'
import { supportMessage } from '../customerSupport.ts'
import { idParams, moment, text } from '../lib/fields/fields.ts'
import { fileQuery } from '../lib/http/files.ts'
import { route } from '../lib/http/route.ts'
import {
  fileOfMessage,
  message,
  messagePage,
  messageText,
  readMark,
  readResponse,
  textWithFile,
} from '../messages.ts'
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

const portalSupportMessage = z.object({
  id,
  type,
  type_name,
  message_content,
  created_at: moment,
  /** Whether the office wrote first. */
  from_office: z.boolean(),
  /** Whether the office has resolved it. */
  is_resolved: z.boolean(),
  /** When its last message was written. */
  last_at: z.string(),
  /** Replies that this user has not read. */
  unread: z.int(),
  /** Up to where the office has read. */
  office_read_at: z.nullable(z.string()),
})
export type PortalSupportMessage = z.infer<typeof portalSupportMessage>

const content = text({ min: 2, max: 5000, lines: true })
const typeOfText = { 1: 1, 2: 2, 3: 3 } as const
/** The type in a multipart field. */
const typeText = z.pipe(
  z.enum(['1', '2', '3'], 'validation.field'),
  z.transform((typed) => typeOfText[typed]),
)

const partnerRoute = { audience: 'partner' } as const

export const portalCustomerSupport = {
  index: route({
    method: 'GET',
    path: '/api/app/customerSupport',
    audience: 'partner',
    summary: 'List own support conversations',
    description: 'The newest come first.',
    response: z.array(portalSupportMessage),
  }),
  create: route({
    method: 'POST',
    path: '/api/app/customerSupport',
    audience: 'partner',
    summary: 'Start own support conversation',
    description: '`type` is 1 for a question, 2 for a suggestion, 3 for a complaint.',
    body: z.strictObject({ type, message_content: content }),
    response: portalSupportMessage,
    idempotent: true,
  }),
  createWithFile: route({
    ...partnerRoute,
    method: 'POST',
    path: '/api/app/customerSupport/file',
    summary: 'Start own support conversation with file',
    description: 'Sends an image or another file.',
    form: z.strictObject({ type: typeText, message_content: content }),
    files: fileOfMessage,
    response: portalSupportMessage,
    idempotent: true,
    slow: true,
  }),
  one: route({
    ...partnerRoute,
    method: 'GET',
    path: '/api/app/customerSupport/:id',
    summary: 'Get own support conversation',
    params: idParams,
    response: portalSupportMessage,
  }),
  messages: route({
    ...partnerRoute,
    method: 'POST',
    path: '/api/app/customerSupport/:id/messages',
    summary: 'List messages of own support conversation',
    description: 'Returns the newest messages, or those after or before a given one.',
    params: idParams,
    body: supportQuery,
    response: messagePage,
    whileViewing: true,
  }),
  reply: route({
    ...partnerRoute,
    method: 'POST',
    path: '/api/app/customerSupport/:id/reply',
    summary: 'Reply in own support conversation',
    description: 'A resolved conversation is reopened.',
    params: idParams,
    body: z.strictObject({ message: messageText }),
    response: message,
    idempotent: true,
  }),
  replyFile: route({
    ...partnerRoute,
    method: 'POST',
    path: '/api/app/customerSupport/:id/file',
    summary: 'Reply in own support conversation with file',
    description: 'Sends an image or another file, with or without text. A resolved conversation is reopened.',
    params: idParams,
    form: z.strictObject({ message: textWithFile }),
    files: fileOfMessage,
    response: message,
    idempotent: true,
    slow: true,
  }),
  file: route({
    ...partnerRoute,
    method: 'GET',
    path: '/api/app/customerSupport/file/:id',
    summary: 'Download file of own support conversation',
    description: 'Returns the file or its thumbnail. Supports `Range`.',
    params: idParams,
    query: fileQuery,
    response: 'file',
  }),
  read: route({
    ...partnerRoute,
    method: 'POST',
    path: '/api/app/customerSupport/:id/read',
    summary: 'Mark own support conversation as read',
    description: 'Marks the replies up to a given one as read.',
    params: idParams,
    body: readMark,
    response: readResponse,
  }),
  unread: route({
    ...partnerRoute,
    method: 'GET',
    path: '/api/app/customerSupport/unread',
    summary: 'Count own unread support replies',
    response: z.object({ messages: z.int() }),
  }),
}

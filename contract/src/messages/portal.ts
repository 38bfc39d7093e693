import * as z from 'zod/mini'
import { id, idParams } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { choice } from '../lib/lists/selection.ts'
import {
  lastMessage,
  message,
  messagePage,
  messageQuery,
  messageText,
  readMark,
  readReply,
  unreadCount,
} from '../messages.ts'

/** The user's own thread in the chat of a slider. */
const appMessageThread = z.object({
  id: z.int(),
  slider: choice,
  last_message: lastMessage,
  /** Messages of the office that this user has not read. */
  unread: z.int(),
  /** Up to where this user has read, and the office. */
  read_at: z.nullable(z.string()),
  office_read_at: z.nullable(z.string()),
})
export type AppMessageThread = z.infer<typeof appMessageThread>

const partner = { audience: 'partner' } as const

export const appMessages = {
  threads: route({
    ...{ ...partner, method: 'GET', path: '/api/app/message_threads' },
    summary: 'The own threads, the last written first',
    reply: z.array(appMessageThread),
  }),
  open: route({
    ...{ ...partner, method: 'POST', path: '/api/app/message_threads' },
    summary: 'Opens the chat of an Obuka; the first time with its greeting',
    body: z.strictObject({ slider_id: id }),
    reply: appMessageThread,
  }),
  ofThread: route({
    ...{ ...partner, method: 'POST', path: '/api/app/getMessagesByMessageThread' },
    summary: 'Messages of an own thread: the newest, what came after one, or what came before one',
    body: messageQuery,
    reply: messagePage,
  }),
  send: route({
    ...{ ...partner, method: 'POST', path: '/api/app/messages', summary: 'Writes to the office' },
    body: z.strictObject({ message_thread_id: id, message: messageText }),
    reply: message,
    idempotent: true,
  }),
  read: route({
    ...{ ...partner, method: 'POST', path: '/api/app/message_threads/:id/read' },
    summary: 'Marks an own thread as read up to a message',
    params: idParams,
    body: readMark,
    reply: readReply,
  }),
  unread: route({
    ...{ ...partner, method: 'GET', path: '/api/app/message_threads/unread' },
    summary: 'What this user has not read',
    reply: z.object(unreadCount),
  }),
}

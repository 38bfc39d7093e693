import * as z from 'zod/mini'
import { id, idParams } from '../lib/fields/fields.ts'
import { fileQuery } from '../lib/http/files.ts'
import { route } from '../lib/http/route.ts'
import { choice } from '../lib/lists/list.ts'
import {
  lastMessage,
  message,
  messagePage,
  messageQuery,
  messageText,
  readMark,
  readReply,
  sentFile,
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

/** Files that the users of one partner may send to the office in an hour, in chats. */
export const MAX_FILES_PER_HOUR = 30

const partner = { audience: 'partner' } as const

export const appMessages = {
  threads: route({
    ...partner,
    method: 'GET',
    path: '/api/app/message_threads',
    summary: 'The own threads, the last written first',
    reply: z.array(appMessageThread),
  }),
  open: route({
    ...partner,
    method: 'POST',
    path: '/api/app/message_threads',
    summary: 'Opens the chat of an Obuka; the first time with its greeting',
    body: z.strictObject({ slider_id: id }),
    reply: appMessageThread,
  }),
  ofThread: route({
    ...partner,
    method: 'POST',
    path: '/api/app/getMessagesByMessageThread',
    summary: 'Messages of an own thread: the newest, what came after one, or what came before one',
    body: messageQuery,
    reply: messagePage,
    whileViewing: true,
  }),
  send: route({
    ...partner,
    method: 'POST',
    path: '/api/app/messages',
    summary: 'Writes to the office',
    body: z.strictObject({ message_thread_id: id, message: messageText }),
    reply: message,
    idempotent: true,
  }),
  sendFile: route({
    ...partner,
    method: 'POST',
    path: '/api/app/messages/file',
    summary: 'Sends the office a picture or a file, with or without a text',
    ...sentFile,
  }),
  file: route({
    ...partner,
    method: 'GET',
    path: '/api/app/messages/file/:id',
    summary: 'The file of a message in an own thread, in parts too (Range), or its thumbnail',
    params: idParams,
    query: fileQuery,
    reply: 'file',
  }),
  read: route({
    ...partner,
    method: 'POST',
    path: '/api/app/message_threads/:id/read',
    summary: 'Marks an own thread as read up to a message',
    params: idParams,
    body: readMark,
    reply: readReply,
  }),
  unread: route({
    ...partner,
    method: 'GET',
    path: '/api/app/message_threads/unread',
    summary: 'What this user has not read',
    reply: z.object(unreadCount),
  }),
}

import * as z from 'zod/mini'
import { id, idParams } from '../lib/fields/fields.ts'
import { fileQuery } from '../lib/http/files.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'
import {
  lastMessage,
  message,
  messagePage,
  messageQuery,
  messageText,
  readMark,
  readResponse,
  sentFile,
  unreadCount,
} from '../messages.ts'

/** The user's own thread in the chat of a slider. */
const portalMessageThread = z.object({
  id: z.int(),
  slider: recordRef,
  last_message: lastMessage,
  /** Messages of the office that this user has not read. */
  unread: z.int(),
  /** Up to where this user has read, and the office. */
  read_at: z.nullable(z.string()),
  office_read_at: z.nullable(z.string()),
})
export type PortalMessageThread = z.infer<typeof portalMessageThread>

/** Files that the users of one partner may send to the office in an hour, in chats. */
export const MAX_FILES_PER_HOUR = 30

const partner = { audience: 'partner' } as const

export const portalMessages = {
  threads: route({
    ...partner,
    method: 'GET',
    path: '/api/app/message_threads',
    summary: 'List own chats',
    description: 'The last written come first.',
    response: z.array(portalMessageThread),
  }),
  open: route({
    ...partner,
    method: 'POST',
    path: '/api/app/message_threads',
    summary: 'Open own chat',
    description: 'Opens the chat of a training. The first time it adds the greeting.',
    body: z.strictObject({ slider_id: id }),
    response: portalMessageThread,
  }),
  ofThread: route({
    ...partner,
    method: 'POST',
    path: '/api/app/getMessagesByMessageThread',
    summary: 'List messages of own chat',
    description: 'Returns the newest messages, or those after or before a given one.',
    body: messageQuery,
    response: messagePage,
    whileViewing: true,
  }),
  send: route({
    ...partner,
    method: 'POST',
    path: '/api/app/messages',
    summary: 'Send message in own chat',
    body: z.strictObject({ message_thread_id: id, message: messageText }),
    response: message,
    idempotent: true,
  }),
  sendFile: route({
    ...partner,
    method: 'POST',
    path: '/api/app/messages/file',
    summary: 'Send file in own chat',
    description: 'Sends an image or another file, with or without text.',
    ...sentFile,
  }),
  file: route({
    ...partner,
    method: 'GET',
    path: '/api/app/messages/file/:id',
    summary: 'Download file of own chat',
    description: 'Returns the file or its thumbnail. Supports `Range`.',
    params: idParams,
    query: fileQuery,
    response: 'file',
  }),
  read: route({
    ...partner,
    method: 'POST',
    path: '/api/app/message_threads/:id/read',
    summary: 'Mark own chat as read',
    description: 'Marks the messages up to a given one as read.',
    params: idParams,
    body: readMark,
    response: readResponse,
  }),
  unread: route({
    ...partner,
    method: 'GET',
    path: '/api/app/message_threads/unread',
    summary: 'Get own unread chats',
    response: z.object(unreadCount),
  }),
}

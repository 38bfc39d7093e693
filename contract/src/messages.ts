import * as z from 'zod/mini'
import {
  id,
  idParams,
  idText,
  isPrintable,
  onLines,
  readWithin,
  tidy,
  visibleLength,
} from './lib/fields/fields.ts'
import { fileQuery, MAX_DOCUMENT_BYTES } from './lib/http/files.ts'
import { route } from './lib/http/route.ts'
import { recordRef } from './lib/lists/list.ts'

declare module './lib/http/events.ts' {
  interface EventTypes {
    /** A thread has a new message, or was read; null means all threads of the slider. */
    messages: { slider_id: number; message_thread_id: number | null }
  }
}

/** Maximum characters of a message. */
export const MAX_MESSAGE = 4000
/** Poll intervals for threads and messages, and the timeout of polling threads, in ms. */
export const POLL = { threads: 10_000, messages: 5_000, timeOut: 3_000 } as const

/** Plain text with line breaks. */
export const messageText = z.string().check(
  z.overwrite(readWithin(2 * MAX_MESSAGE, (text) => tidy(onLines(text)))), // a character may be two UTF-16 code units
  z.refine((text) => visibleLength(text) > 0, { message: 'validation.message', abort: true }),
  z.refine((text) => [...text].length <= MAX_MESSAGE, 'validation.long_message'),
  z.refine(isPrintable, 'validation.characters'),
)

/** The text beside a file, in a multipart field; empty for a file alone. */
export const textWithFile = z.pipe(
  z.pipe(
    z.optional(z.string()),
    z.transform((typed) => (typed?.trim() ? typed : undefined)),
  ),
  z.optional(messageText),
)
/** The file of a message: a picture (jpg, png, WebP; at most `MAX_IMAGE_BYTES`), or a file of any type. */
export const fileOfMessage = {
  file: { kind: 'document', bytes: MAX_DOCUMENT_BYTES, required: true },
} as const

/** The timestamp of a message: ISO 8601 in UTC with microseconds. */
const stamp = z.string().check(
  z.refine((text) => {
    const [, second] = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{6}Z$/.exec(text) ?? []
    const moment = Date.parse(`${second}Z`)
    return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(`${second}.`)
  }, 'validation.timestamp'),
)

/** A file that was sent with a message: its type by its bytes, its size in bytes. */
const messageFile = z.object({
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** Whether it is a picture with a thumbnail. */
  has_preview: z.boolean(),
})

export const message = z.object({
  id: z.int(),
  /** The name of the file, when it was sent without a text. */
  message: z.string(),
  file: z.nullable(messageFile),
  is_admin_response: z.boolean(),
  /** The office user who wrote it; null for the partner's messages and for the welcome message. */
  user_admin_id: z.nullable(z.int()),
  user_admin: z.nullable(z.string()),
  /** Its position in the thread. */
  updated_at: z.string(),
  formatted_updated_at: z.string(),
})
export type Message = z.infer<typeof message>

export const lastMessage = z.nullable(z.object({ message: z.string(), updated_at: z.string() }))

export const messageThread = z.object({
  id: z.int(),
  username: z.string(),
  user: z.string(),
  partner: z.nullable(recordRef),
  slider: recordRef,
  last_message: lastMessage,
  /** Whether its user can read a new message. */
  is_open: z.boolean(),
  /** Messages that the office has not read. */
  unread: z.int(),
  /** Up to where the office has read, and the partner. */
  read_at: z.nullable(z.string()),
  user_read_at: z.nullable(z.string()),
})
export type MessageThread = z.infer<typeof messageThread>

/** The query of a thread's messages, for both sides. */
export const messageQuery = z.strictObject({
  message_thread_id: id,
  /** Returns messages after this position; null returns the newest. */
  last_message_timestamp: z.optional(z.nullable(stamp)),
  /** Returns messages before this position instead, for reading backwards. */
  before: z.optional(z.nullable(stamp)),
  limit: z.optional(
    z.int().check(z.minimum(1, 'validation.page_size'), z.maximum(200, 'validation.page_size')),
  ),
})
export const messagePage = z.object({
  /** In chronological order. */
  messages: z.array(message),
  /** Position of the client's newest message. */
  last_message_timestamp: z.nullable(z.string()),
  /** Whether there are more messages in the same direction. */
  has_more: z.boolean(),
})
export type MessagePage = z.infer<typeof messagePage>

export const readMark = z.strictObject({ last_message_timestamp: stamp })
export const readResponse = z.object({ id: z.int(), unread: z.int() })

/** A user with messages that the office has not read. */
const writer = z.object({
  message_thread_id: z.int(),
  user: z.string(),
  partner: z.nullable(recordRef),
  slider: recordRef,
  messages: z.int(),
})
export type Writer = z.infer<typeof writer>

export const unreadCount = { threads: z.int(), messages: z.int() }

/** A file into a thread, with or without a text: of the office, and of a partner. */
export const sentFile = {
  form: z.strictObject({ message_thread_id: idText, message: textWithFile }),
  files: fileOfMessage,
  response: message,
  idempotent: true,
  slow: true,
} as const

/** Chats belong to sliders, and so does their permission. */
const see = { audience: 'staff', permission: 'sliders.see' } as const
const send = { audience: 'staff', permission: 'sliders.send' } as const

export const messages = {
  threads: route({
    ...see,
    method: 'POST',
    path: '/api/message_threads',
    summary: 'List chats',
    description:
      'Returns the chats of the slider `slider_id`. With `all` it returns those of all active sliders that are unread or were written to last, and the chat `message_thread_id`.',
    body: z
      .strictObject({
        slider_id: z.optional(id),
        all: z.optional(z.literal(true)),
        message_thread_id: z.optional(id),
      })
      .check(
        z.refine((query) => query.all || query.slider_id !== undefined, {
          path: ['slider_id'],
          error: 'validation.field',
        }),
      ),
    response: z.array(messageThread),
  }),
  ofThread: route({
    ...see,
    method: 'POST',
    path: '/api/getMessagesByMessageThread',
    summary: 'List chat messages',
    description: 'Returns the newest messages, or those after or before a given one.',
    body: messageQuery,
    response: messagePage,
  }),
  send: route({
    ...send,
    method: 'POST',
    path: '/api/messages/admin',
    summary: 'Send chat message',
    body: z.strictObject({ message_thread_id: id, message: messageText }),
    response: message,
    idempotent: 'optional',
  }),
  sendFile: route({
    ...send,
    method: 'POST',
    path: '/api/messages/admin/file',
    summary: 'Send file in chat',
    description: 'Sends an image or another file, with or without text.',
    ...sentFile,
  }),
  file: route({
    ...see,
    method: 'GET',
    path: '/api/messages/file/:id',
    summary: 'Download chat file',
    description: 'Returns the file or its thumbnail. Supports `Range`.',
    params: idParams,
    query: fileQuery,
    response: 'file',
  }),
  sendToEveryone: route({
    ...send,
    method: 'POST',
    path: '/api/messages/admin/sendMessageToEveryone',
    summary: 'Send message to all chats of slider',
    body: z.strictObject({ slider_id: id, message: messageText }),
    response: z.object({ message: z.string(), threads: z.int() }),
    idempotent: 'optional',
  }),
  read: route({
    ...send,
    method: 'POST',
    path: '/api/message_threads/:id/read',
    summary: 'Mark chat as read',
    description: 'Marks the messages up to a given one as read by the office.',
    params: idParams,
    body: readMark,
    response: readResponse,
  }),
  unread: route({
    ...see,
    method: 'GET',
    path: '/api/message_threads/unread',
    summary: 'Get unread chats',
    description: 'Returns the numbers in total and by slider, and who wrote last.',
    response: z.object({
      ...unreadCount,
      sliders: z.array(z.object({ ...recordRef.shape, ...unreadCount })),
      /** The newest first, as many as fit in the menu. */
      people: z.array(writer),
    }),
  }),
}

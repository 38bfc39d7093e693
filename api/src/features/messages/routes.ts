import { messages } from '@kontor/contract/messages'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { appMessageRoutes } from './portal/routes.ts'
import { listMessages, sendFromOffice, sendToEveryone } from './queries.ts'
import { listThreads, markRead, officeUnread } from './threads/queries.ts'

export function messageRoutes(kontor: Kontor) {
  const { serve, db } = kontor
  serve(messages.threads, ({ body }) => listThreads(db, body))
  serve(messages.ofThread, ({ body }) => listMessages(db, body))
  serve(messages.send, ({ user, body, attempt }) => sendFromOffice(db, user.id, body, attempt))
  serve(messages.sendToEveryone, ({ user, body, attempt }) => sendToEveryone(db, user.id, body, attempt))
  serve(messages.read, ({ params, body }) => markRead(db, params.id, body.last_message_timestamp))
  serve(messages.unread, () => officeUnread(db))
  appMessageRoutes(kontor)
}

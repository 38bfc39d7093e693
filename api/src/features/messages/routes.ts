import { messages } from '@kontor/contract/messages'
import type { AppContext } from '../../context.ts'
import { appMessageRoutes } from './portal/routes.ts'
import { listMessages, sendFromOffice, sendToEveryone } from './queries.ts'
import { listThreads, markRead, officeUnread } from './threads/queries.ts'

export function messageRoutes(context: AppContext) {
  const { registerRoute, db } = context
  registerRoute(messages.threads, ({ body }) => listThreads(db, body))
  registerRoute(messages.ofThread, ({ body }) => listMessages(db, body))
  registerRoute(messages.send, ({ user, body, attempt }) => sendFromOffice(db, user.id, body, attempt))
  registerRoute(messages.sendToEveryone, ({ user, body, attempt }) =>
    sendToEveryone(db, user.id, body, attempt),
  )
  registerRoute(messages.read, ({ params, body }) => markRead(db, params.id, body.last_message_timestamp))
  registerRoute(messages.unread, () => officeUnread(db))
  appMessageRoutes(context)
}

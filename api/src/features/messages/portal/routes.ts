import { appMessages } from '@kontor/contract/messages/portal'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import {
  listOwnMessages,
  listOwnThreads,
  markOwnRead,
  openThread,
  ownUnread,
  sendToOffice,
} from './queries.ts'

export function appMessageRoutes({ serve, db }: Kontor) {
  serve(appMessages.threads, ({ user }) => listOwnThreads(db, user))
  serve(appMessages.open, ({ user, body }) => openThread(db, user, body.slider_id))
  serve(appMessages.ofThread, ({ user, body }) => listOwnMessages(db, user, body))
  serve(appMessages.send, ({ user, body, attempt }) => sendToOffice(db, user, body, attempt))
  serve(appMessages.read, ({ user, params, body }) =>
    markOwnRead(db, user, params.id, body.last_message_timestamp),
  )
  serve(appMessages.unread, ({ user }) => ownUnread(db, user))
}

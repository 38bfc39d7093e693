import { appMessages } from '@kontor/contract/messages/portal'
import type { Portal } from '../../../kit/serve/kontor.ts'
import {
  listOwnMessages,
  listOwnThreads,
  markOwnRead,
  openThread,
  ownUnread,
  sendToOffice,
} from './queries.ts'

export function appMessageRoutes({ serve }: Portal) {
  serve(appMessages.threads, ({ scoped }) => listOwnThreads(scoped))
  serve(appMessages.open, ({ scoped, body }) => openThread(scoped, body.slider_id))
  serve(appMessages.ofThread, ({ scoped, body }) => listOwnMessages(scoped, body))
  serve(appMessages.send, ({ scoped, body, attempt }) => sendToOffice(scoped, body, attempt))
  serve(appMessages.read, ({ scoped, params, body }) =>
    markOwnRead(scoped, params.id, body.last_message_timestamp),
  )
  serve(appMessages.unread, ({ scoped }) => ownUnread(scoped))
}

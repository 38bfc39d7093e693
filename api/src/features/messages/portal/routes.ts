import { appMessages } from '@kontor/contract/messages/portal'
import type { PortalContext } from '../../../context.ts'
import {
  listOwnMessages,
  listOwnThreads,
  markOwnRead,
  openThread,
  ownUnread,
  sendToOffice,
} from './queries.ts'

export function appMessageRoutes({ registerRoute }: PortalContext) {
  registerRoute(appMessages.threads, ({ scoped }) => listOwnThreads(scoped))
  registerRoute(appMessages.open, ({ scoped, body }) => openThread(scoped, body.slider_id))
  registerRoute(appMessages.ofThread, ({ scoped, body }) => listOwnMessages(scoped, body))
  registerRoute(appMessages.send, ({ scoped, body, attempt }) => sendToOffice(scoped, body, attempt))
  registerRoute(appMessages.read, ({ scoped, params, body }) =>
    markOwnRead(scoped, params.id, body.last_message_timestamp),
  )
  registerRoute(appMessages.unread, ({ scoped }) => ownUnread(scoped))
}

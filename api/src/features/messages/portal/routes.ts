import { portalMessages } from '@kontor/contract/messages/portal'
import type { PortalContext } from '../../../context.ts'
import { sendSentFile, storeSentFile } from '../../../lib/storage/sent-files.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import {
  listOwnMessages,
  listOwnThreads,
  markOwnRead,
  openThread,
  ownFile,
  ownUnread,
  requireFileLeft,
  sendToOffice,
} from './queries.ts'

export function portalMessageRoutes({ registerRoute }: PortalContext, store: FileStore) {
  registerRoute(portalMessages.threads, ({ scoped }) => listOwnThreads(scoped))
  registerRoute(portalMessages.open, ({ scoped, body }) => openThread(scoped, body.slider_id))
  registerRoute(portalMessages.ofThread, ({ scoped, body }) => listOwnMessages(scoped, body))
  registerRoute(portalMessages.send, ({ scoped, body, idempotency }) =>
    sendToOffice(scoped, body, idempotency),
  )
  registerRoute(portalMessages.sendFile, async ({ scoped, form, files, idempotency }) => {
    await requireFileLeft(scoped, idempotency)
    return storeSentFile(store, files.file, (file) => sendToOffice(scoped, { ...form, file }, idempotency))
  })
  registerRoute(portalMessages.file, async ({ scoped, params, query }) =>
    sendSentFile(store, await ownFile(scoped, params.id), query),
  )
  registerRoute(portalMessages.read, ({ scoped, params, body }) =>
    markOwnRead(scoped, params.id, body.last_message_timestamp),
  )
  registerRoute(portalMessages.unread, ({ scoped }) => ownUnread(scoped))
}

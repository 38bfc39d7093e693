import { appMessages } from '@kontor/contract/messages/portal'
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

export function appMessageRoutes({ registerRoute }: PortalContext, store: FileStore) {
  registerRoute(appMessages.threads, ({ scoped }) => listOwnThreads(scoped))
  registerRoute(appMessages.open, ({ scoped, body }) => openThread(scoped, body.slider_id))
  registerRoute(appMessages.ofThread, ({ scoped, body }) => listOwnMessages(scoped, body))
  registerRoute(appMessages.send, ({ scoped, body, attempt }) => sendToOffice(scoped, body, attempt))
  registerRoute(appMessages.sendFile, async ({ scoped, form, files, attempt }) => {
    await requireFileLeft(scoped, attempt)
    return storeSentFile(store, files.file, (file) => sendToOffice(scoped, { ...form, file }, attempt))
  })
  registerRoute(appMessages.file, async ({ scoped, params, query }) =>
    sendSentFile(store, await ownFile(scoped, params.id), query),
  )
  registerRoute(appMessages.read, ({ scoped, params, body }) =>
    markOwnRead(scoped, params.id, body.last_message_timestamp),
  )
  registerRoute(appMessages.unread, ({ scoped }) => ownUnread(scoped))
}

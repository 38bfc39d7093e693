import { appCustomerSupport } from '@kontor/contract/customerSupport/portal'
import type { PortalContext } from '../../../context.ts'
import { sendSentFile, storeSentFile } from '../../../lib/storage/sent-files.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import {
  createMessage,
  getOwnMessage,
  listOwnMessages,
  listOwnThread,
  markOwnRead,
  ownFile,
  ownUnread,
  requireQuietHour,
  writeOwn,
} from './queries.ts'

export function appCustomerSupportRoutes({ registerRoute }: PortalContext, store: FileStore) {
  registerRoute(appCustomerSupport.index, ({ scoped }) => listOwnMessages(scoped))
  registerRoute(appCustomerSupport.unread, ({ scoped }) => ownUnread(scoped))
  registerRoute(appCustomerSupport.create, ({ scoped, body, attempt }) =>
    scoped.withIdempotencyKey(attempt, (tx) => createMessage(tx, body)),
  )
  registerRoute(appCustomerSupport.createWithFile, async ({ scoped, form, files, attempt }) => {
    await requireQuietHour(scoped, attempt)
    return storeSentFile(store, files.file, (file) =>
      scoped.withIdempotencyKey(attempt, (tx) => createMessage(tx, { ...form, file })),
    )
  })
  registerRoute(appCustomerSupport.one, ({ scoped, params }) => getOwnMessage(scoped, params.id))
  registerRoute(appCustomerSupport.messages, ({ scoped, params, body }) =>
    listOwnThread(scoped, params.id, body),
  )
  registerRoute(appCustomerSupport.reply, ({ scoped, params, body, attempt }) =>
    writeOwn(scoped, params.id, body, attempt),
  )
  registerRoute(appCustomerSupport.replyFile, async ({ scoped, params, form, files, attempt }) => {
    await requireQuietHour(scoped, attempt)
    return storeSentFile(store, files.file, (file) => writeOwn(scoped, params.id, { ...form, file }, attempt))
  })
  registerRoute(appCustomerSupport.file, async ({ scoped, params, query }) =>
    sendSentFile(store, await ownFile(scoped, params.id), query),
  )
  registerRoute(appCustomerSupport.read, ({ scoped, params, body }) =>
    markOwnRead(scoped, params.id, body.last_message_timestamp),
  )
}

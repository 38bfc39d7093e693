import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
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

export function portalCustomerSupportRoutes({ registerRoute }: PortalContext, store: FileStore) {
  registerRoute(portalCustomerSupport.index, ({ scoped }) => listOwnMessages(scoped))
  registerRoute(portalCustomerSupport.unread, ({ scoped }) => ownUnread(scoped))
  registerRoute(portalCustomerSupport.create, ({ scoped, body, idempotency }) =>
    scoped.withIdempotencyKey(idempotency, (tx) => createMessage(tx, body)),
  )
  registerRoute(portalCustomerSupport.createWithFile, async ({ scoped, form, files, idempotency }) => {
    await requireQuietHour(scoped, idempotency)
    return storeSentFile(store, files.file, (file) =>
      scoped.withIdempotencyKey(idempotency, (tx) => createMessage(tx, { ...form, file })),
    )
  })
  registerRoute(portalCustomerSupport.one, ({ scoped, params }) => getOwnMessage(scoped, params.id))
  registerRoute(portalCustomerSupport.messages, ({ scoped, params, body }) =>
    listOwnThread(scoped, params.id, body),
  )
  registerRoute(portalCustomerSupport.reply, ({ scoped, params, body, idempotency }) =>
    writeOwn(scoped, params.id, body, idempotency),
  )
  registerRoute(portalCustomerSupport.replyFile, async ({ scoped, params, form, files, idempotency }) => {
    await requireQuietHour(scoped, idempotency)
    return storeSentFile(store, files.file, (file) =>
      writeOwn(scoped, params.id, { ...form, file }, idempotency),
    )
  })
  registerRoute(portalCustomerSupport.file, async ({ scoped, params, query }) =>
    sendSentFile(store, await ownFile(scoped, params.id), query),
  )
  registerRoute(portalCustomerSupport.read, ({ scoped, params, body }) =>
    markOwnRead(scoped, params.id, body.last_message_timestamp),
  )
}

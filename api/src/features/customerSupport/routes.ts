import { customerSupport } from '@kontor/contract/customerSupport'
import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { unreadSupport } from '@kontor/contract/customerSupport/unread'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { allOrFile, pageOrFile } from '../../lib/lists/respond.ts'
import { sendSentFile, storeSentFile } from '../../lib/storage/sent-files.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import {
  assignConversation,
  listMessages,
  markRead,
  replyTo,
  startConversation,
  toggleMessage,
} from './answers/queries.ts'
import { countUnread, getConversation, listInbox } from './inbox/queries.ts'
import { portalCustomerSupportRoutes } from './portal/routes.ts'
import { supportSource } from './queries.ts'
import { fileOfMessage, filesInUse } from './thread/queries.ts'

export function customerSupportRoutes(context: AppContext) {
  const { registerRoute, db, reads, config, jobs } = context
  const store = openFileStore(config, 'customer_support')
  registerRoute(supportInbox.list, ({ body }) => listInbox(db, body))
  registerRoute(unreadSupport, () => countUnread(db))
  registerRoute(supportInbox.one, ({ params, user }) => getConversation(db, params.id, user))
  registerRoute(supportInbox.messages, ({ params, body }) => listMessages(db, params.id, body))
  registerRoute(supportInbox.reply, ({ user, params, body, idempotency }) =>
    replyTo(context, user.id, params.id, body, idempotency),
  )
  registerRoute(supportInbox.start, ({ user, body, idempotency }) =>
    startConversation(context, user.id, body, idempotency),
  )
  registerRoute(supportInbox.replyFile, ({ user, params, form: { resolve, ...form }, files, idempotency }) =>
    storeSentFile(store, files.file, (file) =>
      replyTo(context, user.id, params.id, { ...form, resolve: resolve === 'true', file }, idempotency),
    ),
  )
  registerRoute(supportInbox.file, async ({ params, query }) =>
    sendSentFile(store, await fileOfMessage(db, params.id), query),
  )
  registerRoute(supportInbox.take, ({ user, params, body }) => assignConversation(db, user, params.id, body))
  registerRoute(supportInbox.read, ({ params, body }) => markRead(db, params.id, body.last_message_timestamp))
  registerRoute(customerSupport.all, ({ query, locale }) => allOrFile(reads, supportSource, query, locale))
  registerRoute(customerSupport.index, ({ body, locale }) => pageOrFile(reads, supportSource, body, locale))
  registerRoute(customerSupport.toggle, ({ params, body }) => toggleMessage(db, params.id, body ?? {}))
  portalCustomerSupportRoutes(context, store)
  jobs.schedule('orphaned_customer_support_files', EVERY_HOUR, () =>
    store.sweep((names) => filesInUse(db, names)),
  )
}

import { customerSupport } from '@kontor/contract/customerSupport'
import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { unreadSupport } from '@kontor/contract/customerSupport/unread'
import type { AppContext } from '../../context.ts'
import { allOrFile, pageOrFile } from '../../lib/lists/export.ts'
import { assignConversation, listMessages, markRead, replyTo, toggleMessage } from './answers/queries.ts'
import { countUnread, getConversation, listInbox } from './inbox/queries.ts'
import { appCustomerSupportRoutes } from './portal/routes.ts'
import { supportSource } from './queries.ts'

export function customerSupportRoutes(context: AppContext) {
  const { registerRoute, db, reads } = context
  registerRoute(supportInbox.list, ({ body }) => listInbox(db, body))
  registerRoute(unreadSupport, () => countUnread(db))
  registerRoute(supportInbox.one, ({ params, user }) => getConversation(db, params.id, user))
  registerRoute(supportInbox.messages, ({ params, body }) => listMessages(db, params.id, body))
  registerRoute(supportInbox.reply, ({ user, params, body, attempt }) =>
    replyTo(context, user.id, params.id, body, attempt),
  )
  registerRoute(supportInbox.take, ({ user, params, body }) => assignConversation(db, user, params.id, body))
  registerRoute(supportInbox.read, ({ params, body }) => markRead(db, params.id, body.last_message_timestamp))
  registerRoute(customerSupport.all, ({ query, locale }) => allOrFile(reads, supportSource, query, locale))
  registerRoute(customerSupport.index, ({ body, locale }) => pageOrFile(reads, supportSource, body, locale))
  registerRoute(customerSupport.toggle, ({ params, body }) => toggleMessage(db, params.id, body ?? {}))
  appCustomerSupportRoutes(context)
}

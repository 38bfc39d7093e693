import { customerSupport } from '@kontor/contract/customerSupport'
import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { unreadSupport } from '@kontor/contract/customerSupport/unread'
import { allOrFile, pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { listMessages, markRead, replyTo, takeConversation, toggleMessage } from './answers/queries.ts'
import { countUnread, getConversation, listInbox } from './inbox/queries.ts'
import { appCustomerSupportRoutes } from './portal/routes.ts'
import { supportSource } from './queries.ts'

export function customerSupportRoutes(kontor: Kontor) {
  const { serve, db, reads } = kontor
  serve(supportInbox.list, ({ body }) => listInbox(db, body))
  serve(unreadSupport, () => countUnread(db))
  serve(supportInbox.one, ({ params, user }) => getConversation(db, params.id, user))
  serve(supportInbox.messages, ({ params, body }) => listMessages(db, params.id, body))
  serve(supportInbox.reply, ({ user, params, body, attempt }) =>
    replyTo(kontor, user.id, params.id, body, attempt),
  )
  serve(supportInbox.take, ({ user, params, body }) => takeConversation(db, user, params.id, body))
  serve(supportInbox.read, ({ params, body }) => markRead(db, params.id, body.last_message_timestamp))
  serve(customerSupport.all, ({ query, locale }) => allOrFile(reads, supportSource, query, locale))
  serve(customerSupport.index, ({ body, locale }) => pageOrFile(reads, supportSource, body, locale))
  serve(customerSupport.toggle, ({ params, body }) => toggleMessage(db, params.id, body ?? {}))
  appCustomerSupportRoutes(kontor)
}

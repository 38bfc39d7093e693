import { appCustomerSupport } from '@kontor/contract/customerSupport/portal'
import type { PortalContext } from '../../../context.ts'
import {
  createMessage,
  getOwnMessage,
  listOwnMessages,
  listOwnThread,
  markOwnRead,
  ownUnread,
  writeOwn,
} from './queries.ts'

export function appCustomerSupportRoutes({ registerRoute }: PortalContext) {
  registerRoute(appCustomerSupport.index, ({ scoped }) => listOwnMessages(scoped))
  registerRoute(appCustomerSupport.unread, ({ scoped }) => ownUnread(scoped))
  registerRoute(appCustomerSupport.create, ({ scoped, body, attempt }) =>
    scoped.withIdempotencyKey(attempt, (tx) => createMessage(tx, body)),
  )
  registerRoute(appCustomerSupport.one, ({ scoped, params }) => getOwnMessage(scoped, params.id))
  registerRoute(appCustomerSupport.messages, ({ scoped, params, body }) =>
    listOwnThread(scoped, params.id, body),
  )
  registerRoute(appCustomerSupport.reply, ({ scoped, params, body, attempt }) =>
    writeOwn(scoped, params.id, body.message, attempt),
  )
  registerRoute(appCustomerSupport.read, ({ scoped, params, body }) =>
    markOwnRead(scoped, params.id, body.last_message_timestamp),
  )
}

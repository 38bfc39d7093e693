import { appCustomerSupport } from '@kontor/contract/customerSupport/portal'
import type { Portal } from '../../../kit/serve/kontor.ts'
import {
  createMessage,
  getOwnMessage,
  listOwnMessages,
  listOwnThread,
  markOwnRead,
  ownUnread,
  writeOwn,
} from './queries.ts'

export function appCustomerSupportRoutes({ serve }: Portal) {
  serve(appCustomerSupport.index, ({ scoped }) => listOwnMessages(scoped))
  serve(appCustomerSupport.unread, ({ scoped }) => ownUnread(scoped))
  serve(appCustomerSupport.create, ({ scoped, body, attempt }) =>
    scoped.once(attempt, (tx) => createMessage(tx, body)),
  )
  serve(appCustomerSupport.one, ({ scoped, params }) => getOwnMessage(scoped, params.id))
  serve(appCustomerSupport.messages, ({ scoped, params, body }) => listOwnThread(scoped, params.id, body))
  serve(appCustomerSupport.reply, ({ scoped, params, body, attempt }) =>
    writeOwn(scoped, params.id, body.message, attempt),
  )
  serve(appCustomerSupport.read, ({ scoped, params, body }) =>
    markOwnRead(scoped, params.id, body.last_message_timestamp),
  )
}

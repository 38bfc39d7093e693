import { appCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { once } from '../../../kit/serve/idempotency.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { createMessage, listOwnMessages } from './queries.ts'

export function appCustomerSupportRoutes({ serve, db }: Kontor) {
  serve(appCustomerSupport.index, ({ user }) => listOwnMessages(db, user.id))
  serve(appCustomerSupport.create, ({ user, body, attempt }) =>
    once(db, attempt, (tx) => createMessage(tx, user, body)),
  )
}

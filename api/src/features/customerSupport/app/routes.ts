import { appCustomerSupport } from '@kontor/contract/app/customerSupport'
import { once } from '../../../kit/idempotency.ts'
import type { Kontor } from '../../../kit/kontor.ts'
import { createMessage, listOwnMessages } from './queries.ts'

export function appCustomerSupportRoutes({ serve, db }: Kontor) {
  serve(appCustomerSupport.index, ({ user }) => listOwnMessages(db, user.id))
  serve(appCustomerSupport.create, ({ user, body, attempt }) =>
    once(db, attempt, (tx) => createMessage(tx, user, body)),
  )
}

import { appCustomerSupport } from '@kontor/contract/customerSupport/portal'
import type { Portal } from '../../../kit/serve/kontor.ts'
import { createMessage, listOwnMessages } from './queries.ts'

export function appCustomerSupportRoutes({ serve }: Portal) {
  serve(appCustomerSupport.index, ({ scoped }) => listOwnMessages(scoped))
  serve(appCustomerSupport.create, ({ scoped, body, attempt }) =>
    scoped.once(attempt, (tx) => createMessage(tx, body)),
  )
}

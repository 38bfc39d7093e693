import { appOrders } from '@kontor/contract/catalogueOrders/portal'
import { queue } from '../../../kit/jobs/queue.ts'
import type { Portal } from '../../../kit/serve/kontor.ts'
import { checkBasket, placeBasket } from '../basket/queries.ts'
import { listOrdersFor } from './queries.ts'

export function appOrderRoutes({ serve }: Portal) {
  // Baskets wait for one another at the sums of the day in any case: here, not each on a connection that others could use.
  const { run } = queue({ atOnce: 4, waiting: 1000 })
  serve(appOrders.place, ({ scoped, body, attempt }) =>
    run(() => scoped.once(attempt, (tx) => placeBasket(tx, body.lines))),
  )
  serve(appOrders.check, ({ scoped, body }) => checkBasket(scoped, body.lines))
  serve(appOrders.index, ({ scoped, query }) => listOrdersFor(scoped, query))
}

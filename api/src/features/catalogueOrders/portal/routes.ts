import { portalOrders } from '@kontor/contract/catalogueOrders/portal'
import type { PortalContext } from '../../../context.ts'
import { queue } from '../../../lib/concurrency/queue.ts'
import { checkBasket, placeBasket } from '../basket/queries.ts'
import { listOrdersFor } from './queries.ts'

export function portalOrderRoutes({ registerRoute }: PortalContext) {
  // Baskets wait for one another's locks on the sums of the day: this queue makes them wait without a database
  // connection.
  const { run } = queue({ concurrency: 4, waiting: 1000 })
  registerRoute(portalOrders.place, ({ scoped, body, idempotency }) =>
    run(() => scoped.withIdempotencyKey(idempotency, (tx) => placeBasket(tx, body.lines))),
  )
  registerRoute(portalOrders.check, ({ scoped, body }) => checkBasket(scoped, body.lines))
  registerRoute(portalOrders.index, ({ scoped, query }) => listOrdersFor(scoped, query))
}

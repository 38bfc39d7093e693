import { portalSliders } from '@kontor/contract/sliders/portal'
import type { PortalContext } from '../../../context.ts'
import {
  checkIn,
  getSliderFor,
  listOrdersOf,
  listRegistrationsOf,
  listSlidersFor,
  placeOrder,
} from './queries.ts'

export function portalSliderRoutes({ registerRoute, push }: PortalContext) {
  registerRoute(portalSliders.index, ({ scoped }) => listSlidersFor(scoped))
  registerRoute(portalSliders.one, ({ scoped, params }) => getSliderFor(scoped, params.id))
  registerRoute(portalSliders.checkIn, ({ scoped, params, body }) => checkIn(scoped, push, params.id, body))
  registerRoute(portalSliders.order, ({ scoped, params, body, idempotency }) =>
    scoped.withIdempotencyKey(idempotency, (tx) => placeOrder(tx, params.id, body)),
  )
  registerRoute(portalSliders.orders, ({ scoped }) => listOrdersOf(scoped))
  registerRoute(portalSliders.registrations, ({ scoped }) => listRegistrationsOf(scoped))
}

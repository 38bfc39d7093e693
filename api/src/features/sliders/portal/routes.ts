import { appSliders } from '@kontor/contract/sliders/portal'
import type { PortalContext } from '../../../context.ts'
import {
  checkIn,
  getSliderFor,
  listOrdersOf,
  listRegistrationsOf,
  listSlidersFor,
  placeOrder,
} from './queries.ts'

export function appSliderRoutes({ registerRoute, push }: PortalContext) {
  registerRoute(appSliders.index, ({ scoped }) => listSlidersFor(scoped))
  registerRoute(appSliders.one, ({ scoped, params }) => getSliderFor(scoped, params.id))
  registerRoute(appSliders.checkIn, ({ scoped, params, body }) =>
    checkIn(scoped, push, params.id, body.dates),
  )
  registerRoute(appSliders.order, ({ scoped, params, body, attempt }) =>
    scoped.withIdempotencyKey(attempt, (tx) => placeOrder(tx, params.id, body)),
  )
  registerRoute(appSliders.orders, ({ scoped }) => listOrdersOf(scoped))
  registerRoute(appSliders.registrations, ({ scoped }) => listRegistrationsOf(scoped))
}

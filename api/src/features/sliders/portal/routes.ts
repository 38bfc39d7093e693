import { appSliders } from '@kontor/contract/sliders/portal'
import type { Portal } from '../../../kit/serve/kontor.ts'
import {
  checkIn,
  getSliderFor,
  listOrdersOf,
  listRegistrationsOf,
  listSlidersFor,
  placeOrder,
} from './queries.ts'

export function appSliderRoutes({ serve }: Portal) {
  serve(appSliders.index, ({ scoped }) => listSlidersFor(scoped))
  serve(appSliders.one, ({ scoped, params }) => getSliderFor(scoped, params.id))
  serve(appSliders.checkIn, ({ scoped, params, body }) => checkIn(scoped, params.id, body.dates))
  serve(appSliders.order, ({ scoped, params, body, attempt }) =>
    scoped.once(attempt, (tx) => placeOrder(tx, params.id, body.quantity)),
  )
  serve(appSliders.orders, ({ scoped }) => listOrdersOf(scoped))
  serve(appSliders.registrations, ({ scoped }) => listRegistrationsOf(scoped))
}

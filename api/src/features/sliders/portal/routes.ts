import { appSliders } from '@kontor/contract/sliders/portal'
import { once } from '../../../kit/serve/idempotency.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import {
  checkIn,
  getSliderFor,
  listOrdersOf,
  listRegistrationsOf,
  listSlidersFor,
  placeOrder,
} from './queries.ts'

export function appSliderRoutes({ serve, db }: Kontor) {
  serve(appSliders.index, ({ user }) => listSlidersFor(db, user.partner_id))
  serve(appSliders.one, ({ user, params }) => getSliderFor(db, user.partner_id, params.id))
  serve(appSliders.checkIn, ({ user, params, body }) => checkIn(db, user, params.id, body.dates))
  serve(appSliders.order, ({ user, params, body, attempt }) =>
    once(db, attempt, (tx) => placeOrder(tx, user, params.id, body.quantity)),
  )
  serve(appSliders.orders, ({ user }) => listOrdersOf(db, user.partner_id))
  serve(appSliders.registrations, ({ user }) => listRegistrationsOf(db, user.partner_id))
}

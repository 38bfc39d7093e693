import { appSliders } from '@kontor/contract/app/sliders'
import type { Kontor } from '../../../kit/kontor.ts'
import { getSliderFor, listOrdersOf, listRegistrationsOf, listSlidersFor } from './queries.ts'

export function appSliderRoutes({ serve, db }: Kontor) {
  serve(appSliders.index, ({ user }) => listSlidersFor(db, user.partner_id))
  serve(appSliders.one, ({ user, params }) => getSliderFor(db, user.partner_id, params.id))
  serve(appSliders.orders, ({ user }) => listOrdersOf(db, user.partner_id))
  serve(appSliders.registrations, ({ user }) => listRegistrationsOf(db, user.partner_id))
}

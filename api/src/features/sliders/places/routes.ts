import { sliderPlaces } from '@kontor/contract/sliders/places'
import type { AppContext } from '../../../context.ts'
import { listDays, setPlaces, signUp } from './queries.ts'

export function sliderPlaceRoutes({ registerRoute, db, push }: AppContext) {
  registerRoute(sliderPlaces.days, ({ params }) => listDays(db, params.id))
  registerRoute(sliderPlaces.setPlaces, ({ params, body }) => setPlaces(db, push, params.id, body))
  registerRoute(sliderPlaces.signUp, ({ params, body }) => signUp(db, push, params.id, body))
}

import { sliderPlacing } from '@kontor/contract/sliders/order'
import type { AppContext } from '../../../context.ts'
import { listInOrder, saveOrder } from './queries.ts'

export function sliderOrderRoutes({ registerRoute, db, push }: AppContext) {
  registerRoute(sliderPlacing.index, () => listInOrder(db))
  registerRoute(sliderPlacing.save, ({ body }) => saveOrder(db, push, body.ids))
}

import { sliders } from '@kontor/contract/sliders'
import type { AppContext } from '../../../context.ts'
import { allOrFile } from '../../../lib/lists/export.ts'
import { handleOrder, orderSource, registrationSource, requireSlider } from './queries.ts'

export function sliderPartnerRoutes({ registerRoute, db, reads }: AppContext) {
  registerRoute(sliders.registrations, async ({ params, query, locale }) => {
    await requireSlider(db, params.id)
    return allOrFile(reads, registrationSource(params.id, locale), query, locale)
  })
  registerRoute(sliders.orders, async ({ params, query, locale }) => {
    await requireSlider(db, params.id)
    return allOrFile(reads, orderSource(params.id), query, locale)
  })
  registerRoute(sliders.handle, ({ user, params, body }) =>
    handleOrder(db, user, params.id, body?.is_handled),
  )
}

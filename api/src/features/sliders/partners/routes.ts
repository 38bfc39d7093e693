import { sliders } from '@kontor/contract/sliders'
import { allOrFile } from '../../../kit/list/report.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { orderSource, registrationSource, requireSlider } from './queries.ts'

export function sliderPartnerRoutes({ serve, db, reads }: Kontor) {
  serve(sliders.registrations, async ({ params, query, locale }) => {
    await requireSlider(db, params.id)
    return allOrFile(reads, registrationSource(params.id), query, locale)
  })
  serve(sliders.orders, async ({ params, query, locale }) => {
    await requireSlider(db, params.id)
    return allOrFile(reads, orderSource(params.id), query, locale)
  })
}

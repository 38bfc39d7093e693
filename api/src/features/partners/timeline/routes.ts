import { partnerTimeline } from '@kontor/contract/partners/timeline'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { requirePartner } from '../page/queries.ts'
import { timelineOf } from './queries.ts'

export function partnerTimelineRoutes({ serve, db }: Kontor) {
  serve(partnerTimeline.index, async ({ user, params, query }) => {
    await requirePartner(db, params.id)
    return timelineOf(db, user, params.id, query)
  })
}

import { partnerTimeline } from '@kontor/contract/partners/timeline'
import type { AppContext } from '../../../context.ts'
import { requirePartner } from '../page/queries.ts'
import { timelineOf } from './queries.ts'

export function partnerTimelineRoutes({ registerRoute, db }: AppContext) {
  registerRoute(partnerTimeline.index, async ({ user, params, query }) => {
    await requirePartner(db, params.id)
    return timelineOf(db, user, params.id, query)
  })
}

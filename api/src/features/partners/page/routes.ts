import { partnerPage } from '@kontor/contract/partners/page'
import type { AppContext } from '../../../context.ts'
import { partnerNoteRoutes } from '../notes/routes.ts'
import { partnerTimelineRoutes } from '../timeline/routes.ts'
import { campaignsOf, chatsOf, overviewOf, requirePartner } from './queries.ts'

export function partnerPageRoutes(context: AppContext) {
  const { registerRoute, db } = context
  registerRoute(partnerPage.overview, ({ user, params }) => overviewOf(db, user, params.id))
  registerRoute(partnerPage.campaigns, async ({ user, params }) => {
    await requirePartner(db, params.id)
    return campaignsOf(db, user, params.id)
  })
  registerRoute(partnerPage.chats, async ({ params }) => {
    await requirePartner(db, params.id)
    return chatsOf(db, params.id)
  })
  partnerTimelineRoutes(context)
  partnerNoteRoutes(context)
}

import { partnerPage } from '@kontor/contract/partners/page'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { partnerNoteRoutes } from '../notes/routes.ts'
import { partnerTimelineRoutes } from '../timeline/routes.ts'
import { campaignsOf, chatsOf, overviewOf, requirePartner } from './queries.ts'

export function partnerPageRoutes(kontor: Kontor) {
  const { serve, db } = kontor
  serve(partnerPage.overview, ({ user, params }) => overviewOf(db, user, params.id))
  serve(partnerPage.campaigns, async ({ user, params }) => {
    await requirePartner(db, params.id)
    return campaignsOf(db, user, params.id)
  })
  serve(partnerPage.chats, async ({ params }) => {
    await requirePartner(db, params.id)
    return chatsOf(db, params.id)
  })
  partnerTimelineRoutes(kontor)
  partnerNoteRoutes(kontor)
}

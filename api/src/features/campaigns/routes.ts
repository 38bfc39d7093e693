import { campaignBody, campaigns } from '@kontor/contract/campaigns'
import { campaignTypes } from '@kontor/contract/campaigns/kinds'
import { openFiles } from '../../kit/files/files.ts'
import { allOrFile, pageOrFile } from '../../kit/list/report.ts'
import { keptById, serveChanges } from '../../kit/records/rest-stays.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { cartRoutes } from './cart/routes.ts'
import { campaignDetailRoutes } from './details/routes.ts'
import { campaignPartnerRoutes } from './partners/routes.ts'
import { appCampaignRoutes } from './portal/routes.ts'
import { campaignProductRoutes } from './products/routes.ts'
import {
  campaignSource,
  createCampaign,
  duplicateCampaign,
  getCampaign,
  namedPictures,
  showCampaign,
  tellOfDays,
  toggleCampaign,
  updateCampaign,
} from './queries.ts'

const MINUTE = 60_000

export function campaignRoutes(kontor: Kontor) {
  const { serve, db, reads, config, maintenance } = kontor
  const pictures = openFiles(config, 'campaigns')
  serve(campaigns.index, ({ body, locale }) => pageOrFile(reads, campaignSource, body, locale))
  serve(campaigns.all, ({ query, locale }) => allOrFile(reads, campaignSource, query, locale))
  serve(campaigns.one, ({ params }) => getCampaign(db, params.id))
  serve(campaigns.types, () =>
    Object.entries(campaignTypes).map(([id, { cnr }]) => ({ id: Number(id), name: cnr })),
  )
  serve(campaigns.create, ({ form, files }) => createCampaign(db, pictures, form, files.image))
  const one = keptById(campaignBody, (id) => getCampaign(db, id))
  serveChanges(serve, [campaigns.update], one, ({ params, form, files }) =>
    updateCampaign(db, pictures, params.id, form, files.image),
  )
  serveChanges(serve, [campaigns.updateJson, campaigns.patch], one, ({ params, body }) =>
    updateCampaign(db, pictures, params.id, body),
  )
  serve(campaigns.duplicate, ({ params, body }) => duplicateCampaign(db, params.id, body.name))
  serve(campaigns.toggle, ({ params, body }) => toggleCampaign(db, params.id, body?.is_active))
  serve(campaigns.activate, ({ params, body }) => showCampaign(db, params.id, body?.is_visible))
  serve(campaigns.picture, ({ params }) => pictures.send(params.image))
  maintenance.every(60 * MINUTE, 'orphaned pictures of campaigns', () =>
    pictures.sweep((names) => namedPictures(db, names)),
  )
  kontor.beforeServing(async () => {
    await tellOfDays(db)
  })
  maintenance.every(MINUTE, 'days of campaigns', () => tellOfDays(db))
  campaignDetailRoutes(kontor)
  campaignPartnerRoutes(kontor)
  campaignProductRoutes(kontor)
  cartRoutes(kontor)
  appCampaignRoutes(kontor)
}

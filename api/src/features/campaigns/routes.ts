import { campaignBody, campaigns } from '@kontor/contract/campaigns'
import { campaignTypes } from '@kontor/contract/campaigns/kinds'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { allOrFile, pageOfPicked, pageOrFile } from '../../lib/lists/respond.ts'
import { registerUpdate, updateById } from '../../lib/resources/register-update.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { cartRoutes } from './cart/routes.ts'
import { campaignDetailRoutes } from './details/routes.ts'
import { campaignPartnerRoutes } from './partners/routes.ts'
import { portalCampaignRoutes } from './portal/routes.ts'
import { campaignProductRoutes } from './products/routes.ts'
import {
  campaignSource,
  createCampaign,
  duplicateCampaign,
  getCampaign,
  picturesInUse,
  publishCampaignDays,
  setCampaignVisibility,
  toggleCampaign,
  updateCampaign,
} from './queries.ts'

const MINUTE = 60_000

export function campaignRoutes(context: AppContext) {
  const { registerRoute, db, reads, config, jobs, maintenance } = context
  const pictures = openFileStore(config, 'campaigns')
  registerRoute(campaigns.index, ({ body, locale }) => pageOrFile(reads, campaignSource, body, locale))
  registerRoute(campaigns.all, ({ query, locale }) => allOrFile(reads, campaignSource, query, locale))
  registerRoute(campaigns.active, ({ body, locale }) =>
    pageOfPicked(reads, campaignSource, { ...body, show_only_active: true }, locale),
  )
  registerRoute(campaigns.one, ({ params }) => getCampaign(db, params.id))
  registerRoute(campaigns.types, () =>
    Object.entries(campaignTypes).map(([id, { cnr }]) => ({ id: Number(id), name: cnr })),
  )
  registerRoute(campaigns.create, ({ form, files }) => createCampaign(db, pictures, form, files.image))
  const one = updateById(campaignBody, (id) => getCampaign(db, id))
  registerUpdate(registerRoute, [campaigns.update], one, ({ params, form, files }) =>
    updateCampaign(db, pictures, params.id, form, files.image),
  )
  registerUpdate(registerRoute, [campaigns.updateJson, campaigns.patch], one, ({ params, body }) =>
    updateCampaign(db, pictures, params.id, body),
  )
  registerRoute(campaigns.duplicate, ({ params, body }) => duplicateCampaign(db, params.id, body.name))
  registerRoute(campaigns.toggle, ({ params, body }) => toggleCampaign(db, params.id, body?.is_active))
  registerRoute(campaigns.setVisibility, ({ params, body }) =>
    setCampaignVisibility(db, params.id, body?.is_visible),
  )
  registerRoute(campaigns.picture, ({ params }) => pictures.send(params.image))
  jobs.schedule('orphaned_campaign_pictures', EVERY_HOUR, () =>
    pictures.sweep((names) => picturesInUse(db, names)),
  )
  context.beforeServing(async () => {
    await publishCampaignDays(db)
  })
  maintenance.every(MINUTE, 'campaign dates', () => publishCampaignDays(db))
  campaignDetailRoutes(context)
  campaignPartnerRoutes(context)
  campaignProductRoutes(context)
  cartRoutes(context)
  portalCampaignRoutes(context)
}

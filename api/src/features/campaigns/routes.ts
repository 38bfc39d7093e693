import { campaignBody, campaigns } from '@kontor/contract/campaigns'
import { cart } from '@kontor/contract/campaigns/cart'
import { campaignCategories, details } from '@kontor/contract/campaigns/details'
import { campaignTypes } from '@kontor/contract/campaigns/kinds'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import { undelivered } from '@kontor/contract/campaigns/undelivered'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { allOrFile, pageOfPicked, pageOrFile, streamOrFile } from '../../lib/lists/export.ts'
import { listIds, listPage, streamAll } from '../../lib/lists/list.ts'
import { recordById, registerUpdate } from '../../lib/resources/patch.ts'
import { getRow } from '../../lib/resources/records.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import {
  cartSource,
  cartTotals,
  countUndelivered,
  ofCampaign,
  partnerTotalSource,
  progressOf,
} from './cart/queries.ts'
import { deliver, deliverMany } from './deliveries/queries.ts'
import { categoriesOf, getDetails, listOfCampaign, saveDetails } from './details/queries.ts'
import { campaignPartnerRoutes } from './partners/routes.ts'
import { portalCampaignRoutes } from './portal/routes.ts'
import { candidates, productsOf, removeProduct, updateProduct, usualPrices } from './products/queries.ts'
import {
  campaignSource,
  createCampaign,
  duplicateCampaign,
  getCampaign,
  picturesInUse,
  publishCampaignDays,
  showCampaign,
  toggleCampaign,
  updateCampaign,
} from './queries.ts'
import { requireCampaign } from './table.ts'

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
  const one = recordById(campaignBody, (id) => getCampaign(db, id))
  registerUpdate(registerRoute, [campaigns.update], one, ({ params, form, files }) =>
    updateCampaign(db, pictures, params.id, form, files.image),
  )
  registerUpdate(registerRoute, [campaigns.updateJson, campaigns.patch], one, ({ params, body }) =>
    updateCampaign(db, pictures, params.id, body),
  )
  registerRoute(campaigns.duplicate, ({ params, body }) => duplicateCampaign(db, params.id, body.name))
  registerRoute(campaigns.toggle, ({ params, body }) => toggleCampaign(db, params.id, body?.is_active))
  registerRoute(campaigns.activate, ({ params, body }) => showCampaign(db, params.id, body?.is_visible))
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

function campaignDetailRoutes({ registerRoute, db, reads }: AppContext) {
  registerRoute(campaignCategories.all, async ({ params, query, locale }) =>
    allOrFile(reads, await listOfCampaign(db, categoriesOf, params.campaign_id), query, locale),
  )
  registerRoute(campaignCategories.allByQuery, async ({ query: { campaign_id, ...request }, locale }) =>
    allOrFile(reads, await listOfCampaign(db, categoriesOf, campaign_id), request, locale),
  )
  registerRoute(campaignCategories.index, async ({ params, body, locale }) =>
    pageOrFile(reads, await listOfCampaign(db, categoriesOf, params.campaign_id), body, locale),
  )
  registerRoute(details.one, ({ params }) => getDetails(db, params.id))
  registerRoute(details.save, ({ params, body: { categories, partners, products, version } }) =>
    saveDetails(db, params.id, {
      categories: categories?.map(({ category_id }) => ({ id: category_id })),
      partners: partners?.map(({ partner_id, cash }) => ({ id: partner_id, cash })),
      products: products?.map(({ product_id, price, quantity }) => ({ id: product_id, price, quantity })),
      version,
    }),
  )
}

function campaignProductRoutes({ registerRoute, db, reads }: AppContext) {
  registerRoute(campaignProducts.all, async ({ params, query, locale }) =>
    streamOrFile(reads, await listOfCampaign(db, productsOf, params.campaign_id), query, locale),
  )
  registerRoute(campaignProducts.allByQuery, async ({ query: { campaign_id, ...request }, locale }) =>
    streamOrFile(reads, await listOfCampaign(db, productsOf, campaign_id), request, locale),
  )
  registerRoute(campaignProducts.index, async ({ params, body, locale }) =>
    pageOrFile(reads, await listOfCampaign(db, productsOf, params.campaign_id), body, locale),
  )
  registerRoute(campaignProducts.replace, async ({ body: { campaign_id, products, version } }) => {
    await saveDetails(db, campaign_id, { products: products.map((id) => ({ id })), version })
    return streamAll(db, productsOf(campaign_id), {})
  })
  registerUpdate(
    registerRoute,
    [campaignProducts.update, campaignProducts.patch],
    {
      schema: campaignProducts.update.body,
      load: ({ params }) => getRow(db, productsOf(params.campaign_id), params.product_id),
      rowNames: { price: 'own_price', quantity: 'own_quantity' }, // `price` and `quantity` of the row fall back to the product's
    },
    ({ params, body }) => updateProduct(db, params, body),
  )
  registerRoute(campaignProducts.remove, ({ params }) => removeProduct(db, params))
  registerRoute(campaignProducts.candidateIds, async ({ body: { filters } }) => ({
    ids: await listIds(db, candidates, { filters }),
  }))
  registerRoute(campaignProducts.usualPrices, async ({ body: { ids } }) => ({
    prices: await usualPrices(db, ids),
  }))
}

function cartRoutes({ registerRoute, db, reads }: AppContext) {
  const whole = async (id: number, request: ListRequest, locale: Locale) => {
    await requireCampaign(db, id)
    return allOrFile(reads, cartSource, ofCampaign(id, request), locale)
  }
  registerRoute(cart.all, ({ params, query, locale }) => whole(params.campaign_id, query, locale))
  registerRoute(cart.allByQuery, ({ query: { campaign_id, ...query }, locale }) =>
    whole(campaign_id, query, locale),
  )
  registerRoute(cart.index, ({ body, locale }) => pageOrFile(reads, cartSource, body, locale))
  registerRoute(undelivered, () => countUndelivered(db))
  registerRoute(cart.totals, ({ body }) => cartTotals(db, body))
  registerRoute(cart.partners, ({ body: { filters, options, partner_ids } }) =>
    listPage(db, partnerTotalSource({ filters }, partner_ids), { options }),
  )
  registerRoute(cart.progress, ({ params }) => progressOf(db, params.id))
  registerRoute(cart.deliver, ({ params, body }) => deliver(db, params.id, body ?? {}))
  registerRoute(cart.deliverMany, ({ body }) => deliverMany(db, body.ids, body.is_delivered))
}

import { campaignCategories, details } from '@kontor/contract/campaigns/details'
import type { AppContext } from '../../../context.ts'
import { allOrFile, pageOrFile } from '../../../lib/lists/respond.ts'
import { campaignCategorySource, getDetails, listOfCampaign, saveDetails } from './queries.ts'

export function campaignDetailRoutes({ registerRoute, db, reads }: AppContext) {
  registerRoute(campaignCategories.all, async ({ params, query, locale }) =>
    allOrFile(reads, await listOfCampaign(db, campaignCategorySource, params.campaign_id), query, locale),
  )
  registerRoute(campaignCategories.allByQuery, async ({ query: { campaign_id, ...request }, locale }) =>
    allOrFile(reads, await listOfCampaign(db, campaignCategorySource, campaign_id), request, locale),
  )
  registerRoute(campaignCategories.index, async ({ params, body, locale }) =>
    pageOrFile(reads, await listOfCampaign(db, campaignCategorySource, params.campaign_id), body, locale),
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

import { campaignProducts } from '@kontor/contract/campaigns/products'
import type { AppContext } from '../../../context.ts'
import { listIds, streamAll } from '../../../lib/lists/list.ts'
import { pageOrFile, streamOrFile } from '../../../lib/lists/respond.ts'
import { getRow } from '../../../lib/resources/records.ts'
import { registerUpdate } from '../../../lib/resources/register-update.ts'
import { listOfCampaign, saveDetails } from '../details/queries.ts'
import {
  campaignProductSource,
  productCandidateSource,
  removeProduct,
  updateProduct,
  usualPrices,
} from './queries.ts'

export function campaignProductRoutes({ registerRoute, db, reads }: AppContext) {
  registerRoute(campaignProducts.all, async ({ params, query, locale }) =>
    streamOrFile(reads, await listOfCampaign(db, campaignProductSource, params.campaign_id), query, locale),
  )
  registerRoute(campaignProducts.allByQuery, async ({ query: { campaign_id, ...request }, locale }) =>
    streamOrFile(reads, await listOfCampaign(db, campaignProductSource, campaign_id), request, locale),
  )
  registerRoute(campaignProducts.index, async ({ params, body, locale }) =>
    pageOrFile(reads, await listOfCampaign(db, campaignProductSource, params.campaign_id), body, locale),
  )
  registerRoute(campaignProducts.replace, async ({ body: { campaign_id, products, version } }) => {
    await saveDetails(db, campaign_id, { products: products.map((id) => ({ id })), version })
    return streamAll(db, campaignProductSource(campaign_id), {})
  })
  registerUpdate(
    registerRoute,
    [campaignProducts.update, campaignProducts.patch],
    {
      schema: campaignProducts.update.body,
      load: ({ params }) => getRow(db, campaignProductSource(params.campaign_id), params.product_id),
      rowNames: { price: 'own_price', quantity: 'own_quantity' }, // `price` and `quantity` of the row fall back to the product's
    },
    ({ params, body }) => updateProduct(db, params, body),
  )
  registerRoute(campaignProducts.remove, ({ params }) => removeProduct(db, params))
  registerRoute(campaignProducts.candidateIds, async ({ body: { filters } }) => ({
    ids: await listIds(db, productCandidateSource, { filters }),
  }))
  registerRoute(campaignProducts.usualPrices, async ({ body: { ids } }) => ({
    prices: await usualPrices(db, ids),
  }))
}

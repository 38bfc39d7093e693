import { campaignProducts } from '@kontor/contract/campaigns/products'
import { listIds, streamAll } from '../../../kit/list/list.ts'
import { pageOrFile, streamOrFile } from '../../../kit/list/report.ts'
import { getRow } from '../../../kit/records/records.ts'
import { serveChanges } from '../../../kit/records/rest-stays.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { panelOf, saveDetails } from '../details/queries.ts'
import { candidates, productsOf, removeProduct, updateProduct } from './queries.ts'

export function campaignProductRoutes({ serve, db, reads }: Kontor) {
  serve(campaignProducts.all, async ({ params, query, locale }) =>
    streamOrFile(reads, await panelOf(db, productsOf, params.campaign_id), query, locale),
  )
  serve(campaignProducts.allByQuery, async ({ query: { campaign_id, ...request }, locale }) =>
    streamOrFile(reads, await panelOf(db, productsOf, campaign_id), request, locale),
  )
  serve(campaignProducts.index, async ({ params, body, locale }) =>
    pageOrFile(reads, await panelOf(db, productsOf, params.campaign_id), body, locale),
  )
  serve(campaignProducts.replace, async ({ body: { campaign_id, products, version } }) => {
    await saveDetails(db, campaign_id, { products: products.map((id) => ({ id })), version })
    return streamAll(db, productsOf(campaign_id), {})
  })
  serveChanges(
    serve,
    [campaignProducts.update, campaignProducts.patch],
    {
      whole: campaignProducts.update.body,
      stored: ({ params }) => getRow(db, productsOf(params.campaign_id), params.product_id),
      apart: () => ['price', 'quantity'], // a row shows what counts, which may be the product's
    },
    ({ params, body }) => updateProduct(db, params, body),
  )
  serve(campaignProducts.remove, ({ params }) => removeProduct(db, params))
  serve(campaignProducts.candidateIds, async ({ body: { filters } }) => ({
    ids: await listIds(db, candidates, { filters }),
  }))
}

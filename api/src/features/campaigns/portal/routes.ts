import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import type { PortalContext } from '../../../context.ts'
import { queuePerKey } from '../../../lib/concurrency/queue.ts'
import { changeLine, offerOfLine, order, removeLine } from '../orders/queries.ts'
import type { Offer } from '../orders/scope.ts'
import { getCampaignFor, listCampaignsFor, listCartOf, listProductsFor } from './queries.ts'

export function portalCampaignRoutes({ registerRoute }: PortalContext) {
  // Orders of one product wait for one another's locks: this queue makes them wait without a database connection.
  const queue = queuePerKey({ concurrency: 1, waiting: 1000 })
  const enqueue = <Answer>(offer: Offer, work: () => Promise<Answer>) =>
    queue(`${offer.campaign_id} ${offer.product_id}`, work)
  registerRoute(portalCampaigns.index, ({ scoped }) => listCampaignsFor(scoped))
  registerRoute(portalCampaigns.one, ({ scoped, params }) => getCampaignFor(scoped, params.id))
  registerRoute(portalCampaigns.products, ({ scoped, params, query }) =>
    listProductsFor(scoped, params.id, query),
  )
  registerRoute(portalCampaigns.add, ({ scoped, params, body, idempotency }) =>
    enqueue({ campaign_id: params.id, product_id: body.product_id }, () =>
      scoped.withIdempotencyKey(idempotency, (tx) => order(tx, params.id, body)),
    ),
  )
  registerRoute(portalCampaigns.cart, ({ scoped }) => listCartOf(scoped))
  registerRoute(portalCampaigns.change, async ({ scoped, params, body }) =>
    enqueue(await offerOfLine(scoped, params.id), () => changeLine(scoped, params.id, body)),
  )
  registerRoute(portalCampaigns.remove, ({ scoped, params, body }) =>
    removeLine(scoped, params.id, body?.version),
  )
}

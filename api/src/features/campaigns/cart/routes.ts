import { cart } from '@kontor/contract/campaigns/cart'
import { undelivered } from '@kontor/contract/campaigns/undelivered'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { AppContext } from '../../../context.ts'
import { listPage } from '../../../lib/lists/list.ts'
import { allOrFile, pageOrFile } from '../../../lib/lists/respond.ts'
import { deliver, deliverMany } from '../deliveries/queries.ts'
import { requireCampaign } from '../table.ts'
import {
  cartSource,
  cartTotals,
  countUndelivered,
  ofCampaign,
  partnerTotalSource,
  progressOf,
} from './queries.ts'

export function cartRoutes({ registerRoute, db, reads }: AppContext) {
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
  registerRoute(cart.deliverMany, ({ body }) => deliverMany(db, body))
}

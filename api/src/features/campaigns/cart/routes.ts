import { cart } from '@kontor/contract/campaigns/cart'
import { undelivered } from '@kontor/contract/campaigns/undelivered'
import type { Locale } from '@kontor/contract/kit/api/locales'
import type { ListRequest } from '@kontor/contract/kit/list/list'
import { listPage } from '../../../kit/list/list.ts'
import { allOrFile, pageOrFile } from '../../../kit/list/report.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
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

export function cartRoutes({ serve, db, reads }: Kontor) {
  const whole = async (id: number, request: ListRequest, locale: Locale) => {
    await requireCampaign(db, id)
    return allOrFile(reads, cartSource, ofCampaign(id, request), locale)
  }
  serve(cart.all, ({ params, query, locale }) => whole(params.campaign_id, query, locale))
  serve(cart.allByQuery, ({ query: { campaign_id, ...query }, locale }) => whole(campaign_id, query, locale))
  serve(cart.index, ({ body, locale }) => pageOrFile(reads, cartSource, body, locale))
  serve(undelivered, () => countUndelivered(db))
  serve(cart.totals, ({ body }) => cartTotals(db, body))
  serve(cart.partners, ({ body: { filters, options, partner_ids } }) =>
    listPage(db, partnerTotalSource({ filters }, partner_ids), { options }),
  )
  serve(cart.progress, ({ params }) => progressOf(db, params.id))
  serve(cart.deliver, ({ params, body }) => deliver(db, params.id, body ?? {}))
  serve(cart.deliverMany, ({ body }) => deliverMany(db, body.ids, body.is_delivered))
}

import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { sql } from 'kysely'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { matchesWords, stockInWords } from '../../products/scope.ts'
import { availableInCampaign, availableTo, cartLines } from '../orders/scope.ts'
import { canBeOrdered, cashText, price } from '../table.ts'

const ownLines = (partnerId: number) =>
  sql`FROM campaign_cart_items AS own WHERE own.campaign_id = campaigns.id AND own.partner_id = ${partnerId}`
const offeredProducts = sql<number>`(SELECT count(*) FROM campaign_products
  JOIN products ON products.id = product_id WHERE campaign_id = campaigns.id AND ${canBeOrdered})`

const rowsFor = (scoped: ScopedDb) => {
  const lines = ownLines(scoped.user.partner_id)
  return scoped
    .selectFrom('campaigns')
    .select(['campaigns.id', 'campaigns.name', 'campaigns.description', 'campaigns.image'])
    .select(['campaign_type_id', 'visible_until', 'campaigns.updated_at', offeredProducts.as('products')])
    .select([
      sql<number>`(SELECT coalesce(sum(quantity), 0) ${lines})`.as('ordered'),
      sql<number>`(SELECT coalesce(sum(quantity), 0) ${lines} AND is_delivered)`.as('delivered'),
    ])
}

/** The campaigns that a partner sees today, the last changed first. */
export const listCampaignsFor = (scoped: ScopedDb) =>
  rowsFor(scoped).orderBy('campaigns.updated_at', 'desc').orderBy('campaigns.id', 'desc').execute()

/** A campaign with the partner’s cash and cart. Throws 404, whether it is hidden or does not exist. */
export async function getCampaignFor(scoped: ScopedDb, id: number) {
  const { partner_id } = scoped.user
  const spent = sql<string>`(SELECT coalesce(sum(price * quantity), 0.000) ${ownLines(partner_id)})`
  const campaign = await rowsFor(scoped)
    .leftJoin('campaign_partners', (join) =>
      join
        .onRef('campaign_partners.campaign_id', '=', 'campaigns.id')
        .on('campaign_partners.partner_id', '=', partner_id)
        .on('campaign_type_id', '!=', QUANTITY),
    )
    .select([
      spent.as('spent'),
      cashText.$castTo<string | null>().as('cash'),
      sql<string | null>`CASE WHEN NOT cash_percent THEN greatest(cash - ${spent}, 0.000) END`.as(
        'cash_left',
      ),
    ])
    .where('campaigns.id', '=', id)
    .executeTakeFirst()
  const items = await cartLines(scoped).where('campaign_cart_items.campaign_id', '=', id).execute()
  return { ...orNotFound(campaign), items }
}

/** Products per page. */
const PAGE = 50

/** A page of the products that a campaign offers, by name. */
export async function listProductsFor(
  scoped: ScopedDb,
  id: number,
  { search = '', offset = '0' }: HandlerCall<typeof portalCampaigns.products>['query'],
) {
  const campaign = scoped.selectFrom('campaigns').select('campaign_type_id').where('campaigns.id', '=', id)
  const { campaign_type_id } = orNotFound(await campaign.executeTakeFirst())
  const isCounted = campaign_type_id === QUANTITY
  const matching = scoped
    .selectFrom('campaign_products')
    .innerJoin('products', 'products.id', 'campaign_products.product_id')
    .where('campaign_id', '=', id)
    .where(canBeOrdered)
    .where(matchesWords(search))
  const rows = await matching
    .select(['products.id', 'erp_code', 'products.name', 'products.description', 'products.image'])
    .select([price.as('price'), sql<string | null>`nullif(products.price, ${price})`.as('regular_price')])
    .select((isCounted ? availableInCampaign : availableTo(scoped.user.partner_id)).as('available'))
    .orderBy('products.name')
    .orderBy('products.id')
    .limit(PAGE)
    .offset(Number(offset))
    .execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    result: rows.map(({ available, ...product }) => ({
      ...product,
      quantity: isCounted ? available : null,
      ...stockInWords(available),
    })),
    total_rows: total,
  }
}

/** All cart lines of a partner, also of campaigns that it no longer sees. */
export const listCartOf = (scoped: ScopedDb) => cartLines(scoped).execute()

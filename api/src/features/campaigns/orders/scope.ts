// Offers of campaigns to a partner, for single orders and for baskets.

import { type CampaignType, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { sql } from 'kysely'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import { available } from '../../products/scope.ts'
import { orderedProductWithImage } from '../../products/table.ts'
import { canBeOrdered, price } from '../table.ts'

/** A product of a campaign. */
export interface Offer {
  campaign_id: number
  product_id: number
}

/**
 * SQL: the pieces of a product's limit in the campaign that are not ordered yet. Where the stock is the limit, lines that
 * were delivered before it was set are not in it any more. The rule is that of `campaign_ordered()`, which costs more for
 * each row of a page.
 */
export const availableInCampaign = sql<number>`greatest(coalesce(campaign_products.quantity, products.quantity) - (
  SELECT coalesce(sum(quantity), 0) FROM campaign_cart_items AS ordered
  WHERE ordered.campaign_id = campaign_products.campaign_id AND ordered.product_id = products.id
    AND (campaign_products.quantity IS NOT NULL OR NOT ordered.is_delivered
      OR ordered.delivered_at >= products.quantity_set_at)), 0)`

/**
 * The types of the campaigns that the partner sees. Locks only the types until the end of the transaction: the office
 * may hide a campaign while partners order, and orders that begin afterwards do not see it.
 */
export async function lockCampaigns(
  tx: ScopedDb,
  ids: readonly number[],
): Promise<Map<number, CampaignType>> {
  const campaigns = tx
    .selectFrom('campaigns')
    .select(['campaigns.id', 'campaign_type_id'])
    .where(sql<boolean>`campaigns.id = ANY(${[...new Set(ids)]})`)
    .orderBy('campaigns.id')
    .forKeyShare()
  return new Map((await campaigns.execute()).map(({ id, campaign_type_id }) => [id, campaign_type_id]))
}

const those = (scoped: ScopedDb, offers: readonly Offer[]) =>
  scoped.selectFrom('campaign_products').where(
    sql<boolean>`(campaign_products.campaign_id, campaign_products.product_id) IN (SELECT * FROM unnest(
      ${offers.map(({ campaign_id }) => campaign_id)}::integer[],
      ${offers.map(({ product_id }) => product_id)}::integer[]))`,
  )

/**
 * Locks these products of campaigns, with their prices there, against other orders until the end of the transaction.
 */
export const lockOffers = (tx: ScopedDb, offers: readonly Offer[]) =>
  those(tx, offers)
    .select('campaign_products.id')
    .orderBy('campaign_products.campaign_id')
    .orderBy('campaign_products.product_id')
    .forUpdate()
    .execute()

/** SQL: the pieces of a product in stock less what waits in the partner's cart of a price campaign, without one line. */
export const availableTo = (partnerId: number, exceptLine = 0) => sql<number>`greatest(${available} - (
  SELECT coalesce(sum(quantity), 0) FROM campaign_cart_items AS waiting
  WHERE waiting.campaign_id = campaign_products.campaign_id AND waiting.product_id = products.id
    AND waiting.partner_id = ${partnerId} AND NOT waiting.is_delivered AND waiting.id <> ${exceptLine}), 0)`

/**
 * The current offers of products with the pieces that the partner may order, not counting one line. They are read again
 * after locking, because a query that waited for a lock still has its old snapshot.
 */
export const readOffers = (scoped: ScopedDb, offers: readonly Offer[], exceptLine = 0) =>
  those(scoped, offers)
    .innerJoin('campaigns', 'campaigns.id', 'campaign_products.campaign_id')
    .innerJoin('products', 'products.id', 'campaign_products.product_id')
    .select([
      'campaign_id',
      'product_id',
      'campaign_type_id',
      price.as('price'),
      canBeOrdered.as('is_active'),
    ])
    .select(
      sql<number>`CASE WHEN campaign_type_id = ${sql.lit(QUANTITY)} THEN ${availableInCampaign}
        ELSE ${availableTo(scoped.user.partner_id, exceptLine)} END`.as('available'),
    )
    .execute()
export type Offered = Awaited<ReturnType<typeof readOffers>>[number]

interface Pieces {
  quantity: number
  /** Whether the partner has confirmed that there are too few in stock. */
  ignore_quantity: boolean
}

/** Adds a line to the partner's cart at the offered price; returns its id. */
export async function addLine(tx: ScopedDb, { campaign_id, product_id, price }: Offered, pieces: Pieces) {
  const line = { campaign_id, product_id, price, ...pieces }
  const added = tx.insertInto('campaign_cart_items', [line]).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}

/** The lines of the partner's cart, the latest first. */
export const cartLines = (scoped: ScopedDb) =>
  scoped
    .selectFrom('campaign_cart_items')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_cart_items.campaign_id')
    .innerJoin('products', 'products.id', 'campaign_cart_items.product_id')
    .select([recordRefOf('campaigns').as('campaign'), orderedProductWithImage.as('product')])
    .select(['campaign_cart_items.id', 'campaign_cart_items.price', 'campaign_cart_items.quantity'])
    .select(sql<string>`campaign_cart_items.price * campaign_cart_items.quantity`.as('total'))
    .select(['ignore_quantity', 'is_delivered'])
    .select(['campaign_cart_items.version', 'campaign_cart_items.created_at'])
    .orderBy('campaign_cart_items.created_at', 'desc')
    .orderBy('campaign_cart_items.id', 'desc')

export const getLine = (scoped: ScopedDb, id: number) =>
  cartLines(scoped).where('campaign_cart_items.id', '=', id).executeTakeFirstOrThrow()

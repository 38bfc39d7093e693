// Campaigns and cart lines that a partner may access: campaigns visible to it today, and its own cart.
import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import { type RawBuilder, sql } from 'kysely'
import { defineScope, none, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { publish } from '../../lib/realtime/events.ts'
import { type CartLine, isShown, publishCart } from './table.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    campaigns: never
    campaign_products: never
    campaign_cart_items: 'partner_id' | 'user_id'
  }
}

/**
 * SQL: whether a partner sees the campaign of a query: it shares an active category and, where partners are listed, is
 * one of them.
 */
export const visibleTo = (partnerId: number | RawBuilder<number>) => sql<boolean>`(${isShown}
  AND EXISTS (SELECT FROM campaign_categories AS theirs
    JOIN partner_categories AS own ON own.category_id = theirs.category_id AND own.partner_id = ${partnerId}
    JOIN categories ON categories.id = own.category_id AND categories.is_active
    WHERE theirs.campaign_id = campaigns.id)
  AND (EXISTS (SELECT FROM campaign_partners WHERE campaign_id = campaigns.id AND partner_id = ${partnerId})
    OR NOT EXISTS (SELECT FROM campaign_partners WHERE campaign_id = campaigns.id)))`

defineScope('campaigns', ({ partner_id }) => visibleTo(partner_id), none)
defineScope(
  'campaign_products',
  ({ partner_id }) => sql`EXISTS (
    SELECT FROM campaigns WHERE campaigns.id = campaign_products.campaign_id AND ${visibleTo(partner_id)})`,
  none,
)
defineScope(
  'campaign_cart_items',
  ({ partner_id }) => sql`campaign_cart_items.partner_id = ${partner_id}`,
  ({ partner_id, id }) => ({ partner_id, user_id: id }),
)

/**
 * Publishes a change of the partner's cart to the office and the partner, and in a quantity campaign to all partners,
 * because the number of pieces left has changed. The last statement of a transaction.
 */
export async function publishOrder(scoped: ScopedDb, line: CartLine & { campaign_type_id: number }) {
  const tx = unscopedDb(scoped)
  await publishCart(tx, [line])
  if (line.campaign_type_id === QUANTITY)
    await publish(tx, { to: 'portal', type: 'campaigns', data: { id: line.campaign_id } })
}

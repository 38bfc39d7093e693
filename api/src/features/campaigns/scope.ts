// Campaigns and cart lines that a partner may access: campaigns visible to it today, and its own cart.
import { type RawBuilder, sql } from 'kysely'
import { defineScope, none, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
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

/** Publishes changed lines of the partner's cart; see {@link publishCart}. The last statement of a transaction. */
export const publishOwnCart = (scoped: ScopedDb, lines: readonly Omit<CartLine, 'partner_id'>[]) =>
  publishCart(
    unscopedDb(scoped),
    lines.map((line) => ({ ...line, partner_id: scoped.user.partner_id })),
  )

// What partners may reach of campaigns: those shown to them today, and the lines of their own cart.
import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import { sql } from 'kysely'
import { defineScope, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { publish } from '../../lib/realtime/events.ts'
import { type CartLine, isShown, publishCart } from './table.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    campaigns: never
    campaign_products: never
    campaign_cart_items: 'partner_id' | 'user_id'
  }
}

/** Whether a partner sees the campaign of a query: it is named there or, where nobody is, shares an active category. */
const visibleTo = (partnerId: number) => sql<boolean>`(${isShown} AND CASE
  WHEN EXISTS (SELECT FROM campaign_partners WHERE campaign_id = campaigns.id) THEN EXISTS (
    SELECT FROM campaign_partners WHERE campaign_id = campaigns.id AND partner_id = ${partnerId})
  ELSE EXISTS (SELECT FROM campaign_categories AS theirs
    JOIN partner_categories AS own ON own.category_id = theirs.category_id AND own.partner_id = ${partnerId}
    JOIN categories ON categories.id = own.category_id AND categories.is_active
    WHERE theirs.campaign_id = campaigns.id) END)`

const none = () => ({})
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
 * Tells the office and the partner of a change of its cart, and where pieces are counted all partners: for each of them
 * another number is left. The last thing that a transaction does.
 */
export async function publishOrder(scoped: ScopedDb, line: CartLine & { campaign_type_id: number }) {
  const tx = unscopedDb(scoped)
  await publishCart(tx, [line])
  if (line.campaign_type_id === QUANTITY)
    await publish(tx, { to: 'portal', type: 'campaigns', data: { id: line.campaign_id } })
}

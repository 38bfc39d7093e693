// What of the catalogue's orders partners may reach: their own.
import { sql } from 'kysely'
import { found } from '../../kit/serve/refusal.ts'
import { behind, type Scoped, scope } from '../../kit/serve/scoped.ts'
import { tellOfOrders } from './table.ts'

declare module '../../kit/db/schema.ts' {
  interface ScopedTables {
    catalogue_orders: 'partner_id' | 'user_id'
  }
}

scope(
  'catalogue_orders',
  ({ partner_id }) => sql`catalogue_orders.partner_id = ${partner_id}`,
  ({ partner_id, id }) => ({ partner_id, user_id: id }),
)

/** Tells the office and the partner of its orders. The last thing that a transaction does. */
export const tellOfOwn = (tx: Scoped, ids: number[]) => tellOfOrders(behind(tx), tx.user.partner_id, ids)

/**
 * Now, when what had to be waited for is held. Whoever said a quantity meanwhile began later than this transaction, and
 * what is ordered after that counts from then on.
 */
export async function momentOf(tx: Scoped): Promise<string> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp()::text AS now`.execute(behind(tx))
  return found(rows[0]).now
}

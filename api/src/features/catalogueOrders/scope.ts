// What of the catalogue's orders partners may reach: their own.
import { sql } from 'kysely'
import { defineScope, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { found } from '../../lib/http/http-error.ts'
import { publishOrders } from './table.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    catalogue_orders: 'partner_id' | 'user_id'
  }
}

defineScope(
  'catalogue_orders',
  ({ partner_id }) => sql`catalogue_orders.partner_id = ${partner_id}`,
  ({ partner_id, id }) => ({ partner_id, user_id: id }),
)

/** Tells the office and the partner of its orders. The last thing that a transaction does. */
export const publishOwn = (tx: ScopedDb, ids: number[]) =>
  publishOrders(unscopedDb(tx), tx.user.partner_id, ids)

/**
 * Now, when what had to be waited for is held. Whoever said a quantity meanwhile began later than this transaction, and
 * what is ordered after that counts from then on.
 */
export async function momentOf(tx: ScopedDb): Promise<string> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp()::text AS now`.execute(unscopedDb(tx))
  return found(rows[0]).now
}

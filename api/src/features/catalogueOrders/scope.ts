// The catalogue's orders that a partner may access: its own.
import { sql } from 'kysely'
import { defineScope, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { orNotFound } from '../../lib/http/http-error.ts'
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

/** Publishes the partner's orders to the office and the partner. The last statement of a transaction. */
export const publishOwn = (tx: ScopedDb, ids: number[]) =>
  publishOrders(unscopedDb(tx), tx.user.partner_id, ids)

/**
 * The time after all locks are held. A quantity that was set while waiting has a later timestamp than the
 * transaction's, and orders must be counted as later than it.
 */
export async function currentMoment(tx: ScopedDb): Promise<string> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp()::text AS now`.execute(unscopedDb(tx))
  return orNotFound(rows[0]).now
}

// What of the messages to the office partners may reach: their own.
import { sql } from 'kysely'
import { publish } from '../../kit/events/events.ts'
import { behind, type Scoped, scope } from '../../kit/serve/scoped.ts'
import './table.ts'

declare module '../../kit/db/schema.ts' {
  interface ScopedTables {
    customer_support: 'partner_id' | 'user_id'
  }
}

scope(
  'customer_support',
  ({ partner_id }) => sql`customer_support.partner_id = ${partner_id}`,
  ({ partner_id, id }) => ({ partner_id, user_id: id }),
)

/** Until the transaction ends no other message of the partner is written. */
export const oneAfterTheOther = (tx: Scoped) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('customer_support'), ${tx.user.partner_id})`.execute(behind(tx))

/** Tells the office of a message. The last thing that a transaction does. */
export const tellOffice = (tx: Scoped, id: number) =>
  publish(behind(tx), { to: { staff: 'customerSupport.see' }, type: 'support_message', data: { id } })

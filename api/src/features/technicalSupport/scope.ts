// The technical support that a partner may access: visible nodes, and its own downloads.
import { sql } from 'kysely'
import { defineScope, none, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { isReached } from '../../lib/tree/tree.ts'
import { activeCategoriesOf } from '../partners/table.ts'
import { supportTree } from './table.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    technical_support: never
    technical_support_downloads: 'partner_id'
  }
}

defineScope(
  'technical_support',
  ({ partner_id }) => isReached(supportTree, activeCategoriesOf(partner_id)),
  none,
)
defineScope(
  'technical_support_downloads',
  ({ partner_id }) => sql`technical_support_downloads.partner_id = ${partner_id}`,
  ({ partner_id }) => ({ partner_id }),
)

/** Locks the partner's downloads until the end of the transaction, so that simultaneous downloads are counted once. */
export const lockDownloads = (tx: ScopedDb) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('downloads'), ${tx.user.partner_id})`.execute(unscopedDb(tx))

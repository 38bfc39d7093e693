// What partners may reach of technical support: what is open to them, and what they have downloaded.
import { sql } from 'kysely'
import { defineScope, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
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
  () => ({}),
)
defineScope(
  'technical_support_downloads',
  ({ partner_id }) => sql`technical_support_downloads.partner_id = ${partner_id}`,
  ({ partner_id }) => ({ partner_id }),
)

/** Nobody else counts a download of this partner until the transaction ends: of two that begin at once one sees the other. */
export const lockDownloads = (tx: ScopedDb) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('downloads'), ${tx.user.partner_id})`.execute(unscopedDb(tx))

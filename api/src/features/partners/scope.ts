// What of the partners a partner may reach: itself.

import { type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { getRow } from '../../lib/resources/records.ts'
import { partnerSource } from './queries.ts'

/** The caller's own partner, with its figures. */
export const ownPartner = (scoped: ScopedDb) =>
  getRow(unscopedDb(scoped), partnerSource, scoped.user.partner_id)

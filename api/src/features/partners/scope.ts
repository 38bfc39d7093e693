// The partner that its user may access: its own.

import { type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { getRow } from '../../lib/resources/records.ts'
import { partnerSource } from './queries.ts'

/** The caller's own partner, with debts, plans and bonuses. */
export const ownPartner = (scoped: ScopedDb) =>
  getRow(unscopedDb(scoped), partnerSource, scoped.user.partner_id)

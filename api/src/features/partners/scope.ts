// The partner that its user may access: its own.

import { type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { getRow } from '../../lib/resources/records.ts'
import { figuresAt } from './page/queries.ts'
import { partnerSource } from './queries.ts'

/** The caller's own partner, with debts, plans and bonuses, and since when they are these. */
export async function ownPartner(scoped: ScopedDb) {
  const db = unscopedDb(scoped)
  const id = scoped.user.partner_id
  const [partner, { figures_at }] = await Promise.all([
    getRow(db, partnerSource, id),
    db
      .selectFrom('partners')
      .select(figuresAt(id).as('figures_at'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  return { ...partner, figures_at }
}

import { type Kysely, sql } from 'kysely'
import { hashPassword } from '../../lib/auth/password.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import './table.ts'

// The users that the server needs when it starts.

/** True while no account exists: at the very first start. */
export const hasNoUsers = async (db: Kysely<Schema>) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

/** Creates the first account of an empty database, unless another node has. */
export async function createFirstUser(db: Kysely<Schema>, username: string, password: string) {
  const password_hash = await hashPassword(password)
  const created = await db
    .insertInto('users')
    .values({ name: 'Administrator', username, password_hash, role: 'user_admin', partner_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return created !== undefined
}

/**
 * Makes the oldest active member of the staff a Direktor when there is none, because otherwise nobody could grant that
 * role. Returns the user.
 */
export const ensureDirector = (db: Kysely<Schema>) =>
  inTransaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('staff users'))`.execute(tx)
    const active = tx
      .selectFrom('users')
      .where('is_active', '=', true)
      .where('partner_id', 'is', null)
      .where('is_key', '=', false)
    if (await active.select('id').where('role', '=', 'user_admin').limit(1).executeTakeFirst())
      return undefined
    const eldest = active.select('id').orderBy('created_at').orderBy('id').limit(1)
    return tx
      .updateTable('users')
      .set({ role: 'user_admin' })
      .where('id', '=', eldest)
      .returning(['username'])
      .executeTakeFirst()
  })

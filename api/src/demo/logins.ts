import { type Kysely, sql } from 'kysely'
import '../features/users/table.ts'
import '../features/partners/table.ts'
import type { Schema } from '../lib/database/schema.ts'

/** The demo user of the office, shown on the login page. */
export const DEMO_LOGIN = { username: 'ana', password: 'kontor' }
/** The demo user of the portal. */
export const DEMO_PARTNER = { username: 'servis', password: DEMO_LOGIN.password }

/**
 * The hash of accounts with the demo password: they share it, which salted hashes otherwise never do. The users of API
 * keys have no password.
 */
const demoHashes = (db: Kysely<Schema>) =>
  db
    .selectFrom('users')
    .select('password_hash')
    .where('is_active', '=', true)
    .where('is_key', '=', false)
    .groupBy('password_hash')
    .having(({ fn }) => fn.countAll(), '>', 1)

/** Whether accounts with the demo password exist. */
export const hasDemo = async (db: Kysely<Schema>) =>
  (await demoHashes(db).limit(1).executeTakeFirst()) !== undefined

/** The demo accounts for the login pages, unless they were changed. */
export async function demoLogins(db: Kysely<Schema>) {
  const untouched = await db
    .selectFrom('users')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select('username')
    .where('username', 'in', [DEMO_LOGIN.username, DEMO_PARTNER.username])
    .where('password_hash', 'in', demoHashes(db))
    .where('users.version', '=', 1)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`partners.is_active IS NOT FALSE`)
    .execute()
  const works = (login: typeof DEMO_LOGIN) =>
    untouched.some(({ username }) => username === login.username) ? login : null
  return { demo: works(DEMO_LOGIN), demo_partner: works(DEMO_PARTNER) }
}

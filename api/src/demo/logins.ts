import { type Kysely, sql } from 'kysely'
import '../features/users/table.ts'
import '../features/partners/table.ts'
import type { Schema } from '../lib/database/schema.ts'

/** Who may sign in where there is demo data; the login page names it. */
export const DEMO_LOGIN = { username: 'ana', password: 'kontor' }
/** The same for the partners' app. */
export const DEMO_PARTNER = { username: 'servis', password: DEMO_LOGIN.password }

/** Whether accounts of the demo data can sign in with its password: they share one hash, and salted ones never do. */
export async function hasDemo(db: Kysely<Schema>) {
  const shared = db.selectFrom('users').select('password_hash').where('is_active', '=', true)
  const known = shared.groupBy('password_hash').having(({ fn }) => fn.countAll(), '>', 1)
  return (await known.limit(1).executeTakeFirst()) !== undefined
}

/** The accounts that the login pages may name, each as long as nobody has changed it. */
export async function demoLogins(db: Kysely<Schema>) {
  const untouched = await db
    .selectFrom('users')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select('username')
    .where('username', 'in', [DEMO_LOGIN.username, DEMO_PARTNER.username])
    .where('users.version', '=', 1)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`partners.is_active IS NOT FALSE`)
    .execute()
  const works = (login: typeof DEMO_LOGIN) =>
    untouched.some(({ username }) => username === login.username) ? login : null
  return { demo: works(DEMO_LOGIN), demo_partner: works(DEMO_PARTNER) }
}

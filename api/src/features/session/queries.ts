import { isPrintable } from '@kontor/contract/kit/fields'
import { MAX_PASSWORD_BYTES, normalizeUsername } from '@kontor/contract/kit/identity'
import { type Kysely, sql } from 'kysely'
import type { SignedIn } from '../../kit/guard.ts'
import { verifyPassword } from '../../kit/password.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Schema } from '../../kit/schema.ts'
import { attemptKeys, newToken, tokenHash, WINDOW_MINUTES } from './rules.ts'
import '../partners/table.ts'
import '../users/table.ts'
import './table.ts'

/** Who shows this token, unless it has ended or its user or the user's partner is inactive. Asked on every call. */
export async function findSession(db: Kysely<Schema>, token: string): Promise<SignedIn | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'users.name', 'username', 'role', 'partner_id', 'token_hash as session'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<string>`now()`)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`partners.is_active IS NOT FALSE`)
    .executeTakeFirst()
}

/**
 * Signs in. Refuses with 422 login_error whatever was wrong, after the same work, and with 429 when there were too many
 * tries. The tries are counted before the password is looked at, so that a burst cannot outrun the count.
 */
export async function signIn(
  db: Kysely<Schema>,
  given: { username: string; password: string; address: string },
  hours: number,
) {
  const username = normalizeUsername(given.username)
  if (!isUsable(username, given.password)) throw new Refusal('login_error')
  await countAttempt(db, username, given.address)
  const user = await findUser(db, username)
  if (!(await verifyPassword(user?.password_hash, given.password)) || !user?.may)
    throw new Refusal('login_error')
  await forgetAttempts(db, username, given.address)
  const token = newToken()
  const expires_at = sql<string>`now() + make_interval(hours => ${hours})`
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash(token), user_id: user.id, expires_at })
    .execute()
  return { token, expires_in: hours * 3_600_000, partner_id: user.partner_id }
}

const isUsable = (username: string, password: string) =>
  username.length <= 255 &&
  isPrintable(username) &&
  password.isWellFormed() &&
  Buffer.byteLength(password) <= MAX_PASSWORD_BYTES

const findUser = (db: Kysely<Schema>, username: string) =>
  db
    .selectFrom('users')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'password_hash', 'partner_id'])
    .select(sql<boolean>`users.is_active AND partners.is_active IS NOT FALSE`.as('may'))
    .where('username', '=', username)
    .executeTakeFirst()

async function countAttempt(db: Kysely<Schema>, username: string, address: string) {
  const keys = attemptKeys(username, address)
  const resets_at = sql<string>`now() + make_interval(mins => ${WINDOW_MINUTES})`
  const rows = await db
    .insertInto('login_attempts')
    .values(
      keys
        .map(({ key }) => key)
        .sort()
        .map((key) => ({ key, attempts: 1, resets_at })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql`CASE WHEN login_attempts.resets_at < now() THEN 1 ELSE login_attempts.attempts + 1 END`,
        resets_at: sql`CASE WHEN login_attempts.resets_at < now() THEN excluded.resets_at ELSE login_attempts.resets_at END`,
      }),
    )
    .returning([
      'key',
      'attempts',
      sql<number>`ceil(extract(epoch FROM resets_at - now()))::int`.as('seconds'),
    ])
    .execute()
  const over = rows.filter((row) => keys.some(({ key, limit }) => key === row.key && row.attempts > limit))
  if (over.length === 0) return
  const seconds = Math.max(...over.map((row) => row.seconds))
  throw new Refusal('error.too_many_attempts', {
    params: { minutes: Math.ceil(seconds / 60) },
    retryAfter: seconds,
  })
}

/** A right password clears the account's count here and takes back what it added to the address. */
async function forgetAttempts(db: Kysely<Schema>, username: string, address: string) {
  const [both, account, own] = attemptKeys(username, address).map(({ key }) => key)
  await sql`
    WITH cleared AS (DELETE FROM login_attempts WHERE key IN (${both}, ${account}))
    UPDATE login_attempts SET attempts = greatest(attempts - 1, 0) WHERE key = ${own}`.execute(db)
}

export const signOut = (db: Kysely<Schema>, session: Buffer) =>
  db.deleteFrom('sessions').where('token_hash', '=', session).execute()

/** Removes what has ended by itself. */
export async function sweepSessions(db: Kysely<Schema>) {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<string>`now()`).execute()
  await db.deleteFrom('login_attempts').where('resets_at', '<', sql<string>`now()`).execute()
}

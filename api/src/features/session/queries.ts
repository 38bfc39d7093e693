import { isPrintable } from '@kontor/contract/kit/fields'
import { isPassword, normalizeUsername } from '@kontor/contract/kit/identity'
import type { session } from '@kontor/contract/session'
import { type Kysely, sql } from 'kysely'
import { compiledOnce } from '../../kit/compiled.ts'
import type { SignedIn } from '../../kit/guard.ts'
import { hashPassword, requireLength, verifyPassword } from '../../kit/password.ts'
import { invalidField, Refusal } from '../../kit/refusal.ts'
import type { Schema } from '../../kit/schema.ts'
import type { Call } from '../../kit/serve.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { attemptKeys, newToken, tokenHash, WINDOW_MINUTES } from './rules.ts'
import '../partners/table.ts'
import '../users/table.ts'
import './table.ts'

/**
 * Who shows each of these tokens, unless it has ended or its user or the user's partner is inactive. Asked anew for every
 * call, together with the calls of the same moment.
 */
export async function findSessions(db: Kysely<Schema>, tokens: string[]): Promise<Map<string, SignedIn>> {
  const byHash = new Map(tokens.map((token) => [tokenHash(token).toString('hex'), token]))
  const found = await validSessions(
    db,
    [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex')),
  )
  return new Map(found.map((user) => [byHash.get(user.session.toString('hex')) ?? '', user]))
}

/** Which of these sessions, by the hash of their token, are still good. */
export const stillValid = async (db: Kysely<Schema>, sessions: Buffer[]): Promise<Buffer[]> =>
  (await validSessions(db, sessions)).map(({ session }) => session)

const validSessions = compiledOnce((db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'users.name', 'username', 'role', 'partner_id', 'token_hash as session'])
    .where('expires_at', '>', sql<string>`now()`)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`partners.is_active IS NOT FALSE`)
    .where(sql<boolean>`token_hash = ANY(${[]}::bytea[])`),
)

/** What somebody sends to sign in, and from where. */
export interface Attempt {
  username: string
  password: string
  address: string
}

export async function signIn(db: Kysely<Schema>, given: Attempt, hours: number) {
  const user = await identify(db, given)
  return { ...(await beginSession(db, user, given, hours)), partner_id: user.partner_id }
}

/**
 * Whose name and password these are. Refuses with 422 login_error whatever was wrong, after the same work, and with 429
 * when there were too many tries. The tries are counted before the password is looked at, so that a burst cannot outrun
 * the count.
 */
export async function identify(db: Kysely<Schema>, given: Attempt) {
  const username = normalizeUsername(given.username)
  if (!isUsable(username, given.password)) throw new Refusal('login_error')
  await countAttempt(db, username, given.address)
  const user = await findUser(db, username)
  const matches = await verifyPassword(user?.password_hash, given.password)
  if (!matches || !user?.may) throw new Refusal('login_error')
  return user
}

/** Opens a session for who has been identified, and forgets the tries that failed before. */
export async function beginSession(db: Kysely<Schema>, user: Identified, given: Attempt, hours: number) {
  const token = await openSession(db, user, hours)
  if (!token) throw new Refusal('login_error')
  await forgetAttempts(db, normalizeUsername(given.username), given.address)
  return { token, expires_in: hours * 3_600_000 }
}
type Identified = Pick<Awaited<ReturnType<typeof identify>>, 'id' | 'password_hash'>

const isUsable = (username: string, password: string) =>
  username.length <= 255 && isPrintable(username) && isPassword(password)

const findUser = (db: Kysely<Schema>, username: string) =>
  db
    .selectFrom('users')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'password_hash', 'partner_id'])
    .select(sql<boolean>`users.is_active AND partners.is_active IS NOT FALSE`.as('may'))
    .where('username', '=', username)
    .executeTakeFirst()

/** Answers a new token, or nothing when the user was deactivated or got another password in the meantime. */
async function openSession(db: Kysely<Schema>, user: Identified, hours: number) {
  const token = newToken()
  const opened = await db
    .insertInto('sessions')
    .columns(['token_hash', 'user_id', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(({ ref }) => [
          sql<Buffer>`${tokenHash(token)}::bytea`.as('token_hash'),
          ref('id').as('user_id'),
          sql<string>`now() + make_interval(hours => ${hours})`.as('expires_at'),
        ])
        .where('id', '=', user.id)
        .where('password_hash', '=', user.password_hash)
        .where('is_active', '=', true)
        .forShare(),
    )
    .returning('user_id')
    .executeTakeFirst()
  return opened && token
}

/** Raises the counters in their order. Refuses with 429 at the first that is over its limit. */
async function countAttempt(db: Kysely<Schema>, username: string, address: string) {
  for (const { key, limit } of attemptKeys(username, address)) {
    const { attempts, seconds } = await raise(db, key)
    if (attempts > limit) {
      throw new Refusal('error.too_many_attempts', {
        params: { minutes: Math.ceil(seconds / 60) },
        retryAfter: seconds,
      })
    }
  }
}

const raise = (db: Kysely<Schema>, key: string) =>
  db
    .insertInto('login_attempts')
    .values({ key, attempts: 1, resets_at: sql<string>`now() + make_interval(mins => ${WINDOW_MINUTES})` })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql`CASE WHEN login_attempts.resets_at < now() THEN 1 ELSE login_attempts.attempts + 1 END`,
        resets_at: sql`CASE WHEN login_attempts.resets_at < now() THEN excluded.resets_at ELSE login_attempts.resets_at END`,
      }),
    )
    .returning(['attempts', sql<number>`ceil(extract(epoch FROM resets_at - now()))::int`.as('seconds')])
    .executeTakeFirstOrThrow()

/** A right password clears the account's counts and takes back what it added to the address. */
async function forgetAttempts(db: Kysely<Schema>, username: string, address: string) {
  const [own, ...account] = attemptKeys(username, address).map(({ key }) => key)
  await db.deleteFrom('login_attempts').where('key', 'in', account).execute()
  await sql`UPDATE login_attempts SET attempts = greatest(attempts - 1, 0) WHERE key = ${own}`.execute(db)
}

/** The signed-in user's own name, username and password; another password needs the current one. */
export async function updateOwnData(
  db: Kysely<Schema>,
  user: SignedIn,
  { password, current_password, ...rest }: Partial<Call<typeof session.updateMe>['body']>,
  { minLength, address }: { minLength: number; address: string },
) {
  if (password) {
    requireLength(password, minLength)
    await requireCurrent(db, user, current_password, address)
  }
  const secret = password ? { password_hash: await hashPassword(password) } : {}
  return inTransaction(db, async (tx) => {
    const own = await tx
      .updateTable('users')
      .set({ ...rest, ...secret })
      .where('id', '=', user.id)
      .returning(['name', 'username'])
      .executeTakeFirstOrThrow()
    if (password) await endOthers(tx, user)
    return own
  })
}

/** Counts like a sign-in: whoever finds an open screen must not be able to try passwords for ever. */
async function requireCurrent(
  db: Kysely<Schema>,
  { id, username }: SignedIn,
  given: string | null | undefined,
  address: string,
) {
  if (!given) throw invalidField('current_password', 'validation.field')
  await countAttempt(db, username, address)
  const kept = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  if (!(await verifyPassword(kept?.password_hash, given))) {
    throw invalidField('current_password', 'validation.current_password')
  }
  await forgetAttempts(db, username, address)
}

const endOthers = (tx: Kysely<Schema>, { id, session }: SignedIn) =>
  tx.deleteFrom('sessions').where('user_id', '=', id).where('token_hash', '!=', session).execute()

export const signOut = (db: Kysely<Schema>, session: Buffer) =>
  db.deleteFrom('sessions').where('token_hash', '=', session).execute()

/** Removes what has ended by itself. */
export async function sweepSessions(db: Kysely<Schema>) {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<string>`now()`).execute()
  await db.deleteFrom('login_attempts').where('resets_at', '<', sql<string>`now()`).execute()
}

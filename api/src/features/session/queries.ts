import { isPrintable } from '@kontor/contract/kit/fields/fields'
import { isPassword, normalizeUsername } from '@kontor/contract/kit/fields/identity'
import type { session } from '@kontor/contract/session'
import { type Kysely, sql } from 'kysely'
import type { SignedIn } from '../../kit/auth/guard.ts'
import { networkOf } from '../../kit/auth/network.ts'
import { hashPassword, requireLength, verifyPassword } from '../../kit/auth/password.ts'
import { compiledOnce } from '../../kit/db/compiled.ts'
import type { Schema } from '../../kit/db/schema.ts'
import { inTransaction } from '../../kit/db/transaction.ts'
import { invalidField, Refusal } from '../../kit/serve/refusal.ts'
import type { Call } from '../../kit/serve/serve.ts'
import '../partners/table.ts'
import { rightsOf } from '../users/roles/table.ts'
import { requireUsername } from '../users/table.ts'
import { rememberDevice, sweepAttempts, triesOf } from './attempts/queries.ts'
import { countersOf, ownPasswordCounter } from './attempts/rules.ts'
import { endOtherSessions, noteUse } from './open/queries.ts'
import { newToken, tokenHash } from './rules.ts'
import './table.ts'

/**
 * Who shows each of these tokens, unless it has ended or its user or the user's partner is inactive. Asked anew for every
 * call, together with the calls of the same moment.
 */
export async function findSessions(db: Kysely<Schema>, tokens: string[]): Promise<Map<string, SignedIn>> {
  const byHash = new Map(tokens.map((token) => [tokenHash(token).toString('hex'), token]))
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const found = await stillValid(db, hashes)
  return new Map(
    found.map((user) => {
      const hash = user.session.toString('hex')
      noteUse(hash)
      return [byHash.get(hash) ?? '', user]
    }),
  )
}

/** Which of these sessions, by the hash of their token, are still good, and what their users may do now. */
export const stillValid = async (db: Kysely<Schema>, sessions: Buffer[]): Promise<SignedIn[]> =>
  (await validSessions(db, sessions)).map(({ given, taken, ...user }) => ({
    ...user,
    rights: user.partner_id === null ? rightsOf(user.role, given, taken) : NO_RIGHTS,
  }))
const NO_RIGHTS: ReadonlySet<string> = new Set()

const validSessions = compiledOnce((db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .leftJoin('roles', 'roles.role', 'users.role')
    .select(['users.id', 'users.name', 'username', 'users.role', 'partner_id', 'token_hash as session'])
    .select(['given', 'taken'])
    .where('expires_at', '>', sql<string>`now()`)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`partners.is_active IS NOT FALSE`)
    .where(sql<boolean>`token_hash = ANY(${[]}::bytea[])`),
)

/** What somebody sends to sign in, and from where. */
export interface Attempt {
  username: string
  password: string
  /** Token of a device that has signed in before. */
  device?: string | undefined
  address: string
  userAgent: string
}

export async function signIn(db: Kysely<Schema>, given: Attempt, hours: number) {
  const user = await identify(db, given)
  return { ...(await beginSession(db, user, given, hours)), partner_id: user.partner_id }
}

/**
 * Whose name and password these are. Refuses with 422 login_error whatever was wrong, after the same work, and with 429
 * when there were too many tries.
 */
export async function identify(db: Kysely<Schema>, given: Attempt) {
  const username = normalizeUsername(given.username)
  if (!isUsable(username, given.password)) throw new Refusal('login_error')
  const network = networkOf(given.address)
  const device = given.device ? tokenHash(given.device) : undefined
  const user = await findUser(db, username, network, device)
  const tries = await triesOf(
    db,
    countersOf({
      username,
      network,
      ...(user?.knows_device && { device }),
      knowsNetwork: Boolean(user?.knows_network),
    }),
  )
  const kept = user?.may ? user.password_hash : undefined
  const matches = await verifyPassword(kept, given.password, tries)
  if (!matches || !user) throw new Refusal('login_error')
  return user
}
type Identified = Pick<Awaited<ReturnType<typeof identify>>, 'id' | 'password_hash'>

/** Opens a session for who has been identified, and remembers the device. */
export async function beginSession(db: Kysely<Schema>, user: Identified, given: Attempt, hours: number) {
  const token = await openSession(db, user, given, hours)
  if (!token) throw new Refusal('login_error')
  const device = await rememberDevice(db, user.id, networkOf(given.address), given.device)
  return { token, expires_in: hours * 3_600_000, device }
}

const isUsable = (username: string, password: string) =>
  username.length <= 255 && isPrintable(username) && isPassword(password)

const findUser = (db: Kysely<Schema>, username: string, network: string, device: Buffer | undefined) =>
  db
    .selectFrom('users')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'password_hash', 'partner_id'])
    .select(sql<boolean>`users.is_active AND partners.is_active IS NOT FALSE`.as('may'))
    .select(({ selectFrom, exists }) => {
      const known = selectFrom('known_devices').select('user_id').whereRef('user_id', '=', 'users.id')
      return [
        exists(known.where('token_hash', '=', device ?? null)).as('knows_device'),
        exists(known.where('network', '=', network)).as('knows_network'),
      ]
    })
    .where('username', '=', username)
    .executeTakeFirst()

/** As much as is kept of what a browser calls itself. */
const MAX_USER_AGENT = 255

/** Answers a new token, or nothing when the user was deactivated or got another password in the meantime. */
async function openSession(
  db: Kysely<Schema>,
  user: Identified,
  { address, userAgent }: Pick<Attempt, 'address' | 'userAgent'>,
  hours: number,
) {
  const token = newToken()
  const opened = await db
    .insertInto('sessions')
    .columns(['token_hash', 'user_id', 'address', 'user_agent', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(({ ref }) => [
          sql<Buffer>`${tokenHash(token)}::bytea`.as('token_hash'),
          ref('id').as('user_id'),
          sql<string>`${address}::text`.as('address'),
          sql<string>`${userAgent.slice(0, MAX_USER_AGENT)}::text`.as('user_agent'),
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

/** The signed-in user's own name, username and password; another username or password needs the current password. */
export async function updateOwnData(
  db: Kysely<Schema>,
  user: SignedIn,
  { password, current_password, ...rest }: Partial<Call<typeof session.updateMe>['body']>,
  minLength: number,
) {
  if (password) requireLength(password, minLength)
  const isRenamed = rest.username !== undefined && rest.username !== user.username
  if (password || isRenamed) await requireCurrent(db, user.id, current_password)
  const secret = password ? { password_hash: await hashPassword(password) } : {}
  return inTransaction(db, async (tx) => {
    if (rest.username !== undefined) await requireUsername(tx, rest.username, user)
    const own = await tx
      .updateTable('users')
      .set({ ...rest, ...secret })
      .where('id', '=', user.id)
      .returning(['name', 'username'])
      .executeTakeFirstOrThrow()
    if (password) await endOtherSessions(tx, user)
    return own
  })
}

/** Whoever finds an open screen, or a token, must not be able to try passwords for ever. */
async function requireCurrent(db: Kysely<Schema>, id: number, given: string | null | undefined) {
  if (!given) throw invalidField('current_password', 'validation.field')
  const tries = await triesOf(db, ownPasswordCounter(id))
  const kept = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  if (!(await verifyPassword(kept?.password_hash, given, tries))) {
    throw invalidField('current_password', 'validation.current_password')
  }
}

export const signOut = (db: Kysely<Schema>, session: Buffer) =>
  db.deleteFrom('sessions').where('token_hash', '=', session).execute()

/** Removes what has ended by itself. */
export async function sweepSessions(db: Kysely<Schema>) {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<string>`now()`).execute()
  await sweepAttempts(db)
}

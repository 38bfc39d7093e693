import { isPrintable } from '@kontor/contract/lib/fields/fields'
import { isPassword, normalizeUsername } from '@kontor/contract/lib/fields/identity'
import type { Role } from '@kontor/contract/lib/http/about'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser, Viewer } from '../../lib/auth/guard.ts'
import { networkOf } from '../../lib/auth/network.ts'
import { verifyPassword } from '../../lib/auth/password.ts'
import { compileQuery } from '../../lib/database/compiled-query.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { withRetry } from '../../lib/database/transaction.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import '../partners/table.ts'
import { permissionsOf } from '../users/roles/table.ts'
import { recordSignIn } from '../users/signIns/table.ts'
import '../users/settings/table.ts'
import '../users/table.ts'
import { newToken, tokenHash } from '../../lib/auth/tokens.ts'
import { attemptsOf, rememberDevice, sweepAttempts } from './attempts/queries.ts'
import { countersOf } from './attempts/rules.ts'
import { hasFactor } from './factor/table.ts'
import { recordUse } from './open/queries.ts'
import type { Site } from './passkeys/rules.ts'
import { secondStep, sweepTickets } from './ticket/queries.ts'
import { canViewAsPartner } from './view/rules.ts'
import './table.ts'

/**
 * The callers of these tokens, without expired sessions and inactive users or partners. Looked up for every request, in
 * one query with simultaneous requests.
 */
export async function findSessions(db: Kysely<Schema>, tokens: string[]): Promise<Map<string, CurrentUser>> {
  const byHash = new Map(tokens.map((token) => [tokenHash(token).toString('hex'), token]))
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const found = await findValidSessions(db, hashes)
  return new Map(
    found.map((user) => {
      const hash = user.session.toString('hex')
      recordUse(db, hash)
      return [byHash.get(hash) ?? '', user]
    }),
  )
}

/** Those of these sessions, by token hash, that are still valid, with the current permissions of their users. */
export async function findValidSessions(db: Kysely<Schema>, sessions: Buffer[]): Promise<CurrentUser[]> {
  const known = await knownSessions(db, sessions)
  const ended = known.filter(({ has_ended }) => has_ended)
  if (ended.length > 0)
    await deleteExpired(
      db,
      ended.map(({ session }) => session),
    )
  return known
    .filter(({ is_good }) => is_good)
    .filter(({ is_view, viewing }) => !is_view || (viewing !== null && canViewAsPartner(viewing)))
    .map(({ has_ended: _, is_good: __, is_view: ___, given, taken, needs_factor, viewing, ...user }) => ({
      ...user,
      ...(viewing && { viewer: { name: viewing.name, ends_at: viewing.ends_at } }),
      needsFactor: needs_factor,
      permissions: user.partner_id === null ? permissionsOf(user.role, given, taken) : NO_PERMISSIONS,
      isKey: false,
    }))
}
const NO_PERMISSIONS: ReadonlySet<string> = new Set()

/** The staff user of a view, of which the session that began it is still valid. */
interface Viewing extends Viewer {
  role: Role
  given: string[] | null
  taken: string[] | null
}
const viewing = sql<Viewing | null>`CASE WHEN sessions.viewer_id IS NOT NULL THEN (
  SELECT json_build_object('name', viewer.name, 'role', viewer.role, 'given', own.given, 'taken', own.taken,
    'ends_at', to_char(sessions.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM users AS viewer LEFT JOIN roles AS own ON own.role = viewer.role
  JOIN sessions AS opener ON opener.token_hash = sessions.viewer_session AND opener.expires_at > now()
  WHERE viewer.id = sessions.viewer_id AND viewer.is_active AND viewer.partner_id IS NULL) END`

/** Deletes sessions that were found expired, so that they stay so when the clock is set back. */
const deleteExpired = (db: Kysely<Schema>, sessions: Buffer[]) =>
  db
    .deleteFrom('sessions')
    .where('expires_at', '<=', sql<string>`now()`)
    .where(sql<boolean>`token_hash = ANY(${sessions})`)
    .execute()
    .catch(() => {}) // authentication also works while the database is read-only

/** The sessions of these tokens: unknown tokens cost the database no more than this. */
const knownSessions = compileQuery((db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .leftJoin('roles', 'roles.role', 'users.role')
    .select(['users.id', 'users.name', 'username', 'users.role', 'partner_id', 'token_hash as session'])
    .select(['given', 'taken'])
    .select(
      sql<boolean>`partner_id IS NULL
        AND EXISTS (SELECT FROM settings WHERE users.role = ANY(second_factor_roles))
        AND NOT ${hasFactor(sql.ref('users.id'))}`.as('needs_factor'),
    )
    .select(
      sql<boolean>`expires_at > now() AND users.is_active AND partners.is_active IS NOT FALSE`.as('is_good'),
    )
    .select(sql<boolean>`expires_at <= now()`.as('has_ended'))
    .select([sql<boolean>`sessions.viewer_id IS NOT NULL`.as('is_view'), viewing.as('viewing')])
    .where(sql<boolean>`token_hash = ANY(${[]}::bytea[])`),
)

/** The input of a sign-in and its origin. */
export interface Attempt {
  username: string
  password: string
  /** Token of a device that has signed in before. */
  device?: string | undefined
  address: string
  userAgent: string
}

/** Signs in. A user with a second factor gets 403 with the ticket for the second step. */
export async function signIn(db: Kysely<Schema>, attempt: Attempt, hours: number, site: Site | null) {
  const user = await identify(db, attempt)
  if (user.owes_factor) {
    recordSignIn(db, { ...attempt, user, outcome: 'factor_missing' })
    throw await secondStep(db, user, site)
  }
  return { ...(await createSession(db, user, attempt, hours)), partner_id: user.partner_id }
}

/** The logged outcome of a rejected attempt. */
const outcomeOf = ({ code }: HttpError, user: { can: boolean } | undefined) => {
  if (code !== 'login_error') return 'locked'
  return !user ? 'unknown' : user.can ? 'wrong_password' : 'inactive'
}

/**
 * Identifies the user by username and password. Throws 422 login_error for any mistake, after the same work, and 429
 * after too many attempts.
 */
export async function identify(db: Kysely<Schema>, attempt: Attempt) {
  const username = normalizeUsername(attempt.username)
  const network = networkOf(attempt.address)
  const device = attempt.device ? tokenHash(attempt.device) : undefined
  const user = isUsable(username, attempt.password)
    ? await findUser(db, username, network, device)
    : undefined
  try {
    return await requirePassword(db, attempt, username, user, device)
  } catch (error) {
    if (error instanceof HttpError) recordSignIn(db, { ...attempt, user, outcome: outcomeOf(error, user) })
    throw error
  }
}
type Identified = Pick<Awaited<ReturnType<typeof identify>>, 'id' | 'username' | 'password_hash'>

async function requirePassword(
  db: Kysely<Schema>,
  attempt: Attempt,
  username: string,
  user: Awaited<ReturnType<typeof findUser>>,
  device: Buffer | undefined,
) {
  if (!isUsable(username, attempt.password)) throw new HttpError('login_error')
  const attempts = await attemptsOf(
    db,
    countersOf({
      username,
      network: networkOf(attempt.address),
      ...(user?.knows_device && { device }),
      knowsNetwork: Boolean(user?.knows_network),
    }),
  )
  const storedHash = user?.can ? user.password_hash : undefined
  // With a second factor a right password must not reset the counters, which also limit attempts at the second step.
  const counted = user?.owes_factor ? { ...attempts, uncount: attempts.uncountOne } : attempts
  const matches = await verifyPassword(storedHash, attempt.password, counted)
  if (!matches || !user) throw new HttpError('login_error')
  return user
}

/** Opens a session for an identified user, and stores the device. */
export async function createSession(db: Kysely<Schema>, user: Identified, attempt: Attempt, hours: number) {
  const token = await withRetry(() => openSession(db, user, attempt, hours, true))
  recordSignIn(db, { ...attempt, user, outcome: token ? 'ok' : 'wrong_password' })
  if (!token) throw new HttpError('login_error')
  const device = await rememberDevice(db, user.id, networkOf(attempt.address), attempt.device)
  return { token, expires_in: hours * 3_600_000, device }
}

const isUsable = (username: string, password: string) =>
  username.length <= 255 && isPrintable(username) && isPassword(password)

/** SQL: whether a user has a second factor, without which nobody signs in to the office. */
const owesFactor = sql<boolean>`(partner_id IS NULL AND ${hasFactor(sql.ref('users.id'))})`

const findUser = async (db: Kysely<Schema>, username: string, network: string, device: Buffer | undefined) =>
  (await usersNamed(db, device ?? null, network, username))[0]

const usersNamed = compileQuery((db) =>
  db
    .selectFrom('users')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'users.username', 'password_hash', 'partner_id'])
    .select(sql<boolean>`users.is_active AND partners.is_active IS NOT FALSE`.as('can'))
    .select(owesFactor.as('owes_factor'))
    .select(({ selectFrom, exists }) => {
      const known = selectFrom('known_devices').select('user_id').whereRef('user_id', '=', 'users.id')
      return [
        exists(known.where('token_hash', '=', null)).as('knows_device'),
        exists(known.where('network', '=', '')).as('knows_network'),
      ]
    })
    .where('is_key', '=', sql.lit(false))
    .where('username', '=', ''),
)

/** Maximum characters of a stored user agent. */
export const MAX_USER_AGENT = 255

/**
 * Returns a new token; undefined when the user was deactivated or got another password in the meantime, or owes a second
 * factor after the password alone.
 */
export async function openSession(
  db: Kysely<Schema>,
  user: Identified,
  { address, userAgent }: Pick<Attempt, 'address' | 'userAgent'>,
  hours: number,
  passwordOnly = false,
) {
  const token = newToken()
  const { id, password_hash } = user
  const agent = userAgent.slice(0, MAX_USER_AGENT)
  const [row] = await opened(db, tokenHash(token), id, password_hash, address, agent, hours, passwordOnly)
  return row?.is_open ? token : undefined
}

const opened = compileQuery((db) =>
  db.selectNoFrom(
    sql<boolean>`open_session(${''}::bytea, ${0}, ${''}, ${''}, ${''}, ${0}, ${false})`.as('is_open'),
  ),
)

export const signOut = (db: Kysely<Schema>, session: Buffer) =>
  db.deleteFrom('sessions').where('token_hash', '=', session).execute()

/** Deletes expired sessions. Sessions from before the clock was set back expire as if they began now. */
export async function sweepSessions(db: Kysely<Schema>) {
  const now = sql<string>`now()`
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db
    .updateTable('sessions')
    .set({ created_at: now, last_used_at: now, expires_at: sql`now() + (expires_at - created_at)` })
    .where('created_at', '>', now)
    .execute()
  await sweepAttempts(db)
  await sweepTickets(db)
}

import { isPrintable } from '@kontor/contract/lib/fields/fields'
import { isPassword, normalizeUsername } from '@kontor/contract/lib/fields/identity'
import type { Role } from '@kontor/contract/lib/http/about'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser, Viewer } from '../../lib/auth/guard.ts'
import { networkOf } from '../../lib/auth/network.ts'
import { verifyPassword } from '../../lib/auth/password.ts'
import { compileQuery } from '../../lib/database/compiled-query.ts'
import { deleteInPortions } from '../../lib/database/delete-in-portions.ts'
import { isoMilliseconds } from '../../lib/database/iso-time.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { withRetry } from '../../lib/database/transaction.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import '../partners/table.ts'
import { permissionsOf } from '../users/roles/table.ts'
import { recordSignIn } from '../users/signIns/table.ts'
import '../users/settings/table.ts'
import '../users/table.ts'
import { newToken, tokenHash } from '../../lib/auth/tokens.ts'
import { attemptsOf, counterKeys, sweepAttempts, uncountCall } from './attempts/queries.ts'
import { type Counters, countersOf, KNOWN_DEVICES } from './attempts/rules.ts'
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
    .map(({ has_ended: _, is_good: __, is_view: ___, granted, revoked, needs_factor, viewing, ...user }) => ({
      ...user,
      ...(viewing && { viewer: { name: viewing.name, ends_at: viewing.ends_at } }),
      needsFactor: needs_factor,
      permissions: user.partner_id === null ? permissionsOf(user.role, granted, revoked) : NO_PERMISSIONS,
      isKey: false,
    }))
}
const NO_PERMISSIONS: ReadonlySet<string> = new Set()

/** The staff user of a view, of which the session that began it is still valid. */
interface Viewing extends Viewer {
  role: Role
  granted: string[] | null
  revoked: string[] | null
}
/** SQL: whether a staff user of the table `users` or its alias has no second factor though its role must have one. */
const needsFactor = (user: string) => sql<boolean>`(
  EXISTS (SELECT FROM settings WHERE ${sql.ref(`${user}.role`)} = ANY(second_factor_roles))
  AND NOT ${hasFactor(sql.ref(`${user}.id`))})`
const viewing = sql<Viewing | null>`CASE WHEN sessions.viewer_id IS NOT NULL THEN (
  SELECT json_build_object('name', viewer.name, 'role', viewer.role, 'granted', own.given, 'revoked', own.taken,
    'ends_at', ${isoMilliseconds('sessions.expires_at')})
  FROM users AS viewer LEFT JOIN roles AS own ON own.role = viewer.role
  JOIN sessions AS opener ON opener.token_hash = sessions.viewer_session AND opener.expires_at > now()
  WHERE viewer.id = sessions.viewer_id AND viewer.is_active AND viewer.partner_id IS NULL
    AND NOT ${needsFactor('viewer')}) END`

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
    .select(['given as granted', 'taken as revoked'])
    .select(sql<boolean>`partner_id IS NULL AND ${needsFactor('users')}`.as('needs_factor'))
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
  const { user, session } = await authenticate(db, attempt, hours, ({ owes_factor }) => !owes_factor)
  if (session) return { ...session, partner_id: user.partner_id }
  recordSignIn(db, { ...attempt, user, outcome: 'factor_missing' })
  throw await secondStep(db, user, site)
}

/** The logged outcome of a rejected attempt. */
const outcomeOf = ({ code }: HttpError, user: { can: boolean } | undefined) => {
  if (code !== 'login_error') return 'locked'
  return !user ? 'unknown' : user.can ? 'wrong_password' : 'inactive'
}

/**
 * The user with this username and password, and a new session if he `maySignIn`. Throws 422 login_error for any mistake,
 * after the same work, and 429 after too many attempts.
 */
export async function authenticate(
  db: Kysely<Schema>,
  attempt: Attempt,
  hours: number,
  maySignIn: (user: FoundUser) => boolean,
) {
  const username = normalizeUsername(attempt.username)
  const network = networkOf(attempt.address)
  const device = attempt.device ? tokenHash(attempt.device) : undefined
  const canExist = isUsable(username, attempt.password)
  const user = canExist ? await findUser(db, username, network, device) : undefined
  try {
    if (!canExist) throw new HttpError('login_error')
    const known = { ...(user?.knows_device && { device }), knowsNetwork: Boolean(user?.knows_network) }
    // A name that nobody has may be a password, so its hash is used.
    const counted = user ? username : tokenHash(username).toString('hex')
    const counters = countersOf({ username: counted, network, ...known })
    const found = await verifyAndOpenSession(db, attempt, hours, user, counters, maySignIn)
    if (found.session) recordSignIn(db, { ...attempt, user, outcome: 'ok' })
    return found
  } catch (error) {
    if (error instanceof HttpError) recordSignIn(db, { ...attempt, user, outcome: outcomeOf(error, user) })
    throw error
  }
}

/** Checks the password and, before the next one is hashed, opens the session and removes the attempt from the count. */
async function verifyAndOpenSession(
  db: Kysely<Schema>,
  attempt: Attempt,
  hours: number,
  user: FoundUser | undefined,
  counters: Counters,
  maySignIn: (user: FoundUser) => boolean,
) {
  const attempts = await attemptsOf(db, counters)
  let session: Session | undefined
  const onRightPassword = async () => {
    if (!user) return
    if (maySignIn(user)) {
      session = await withRetry(() => openSession(db, user, attempt, hours, counters, true))
      if (!session) throw new HttpError('login_error')
    } else if (user.owes_factor) {
      // The counters also limit attempts at the second step: a right password must not reset them.
      await attempts.uncountOne()
    } else await attempts.uncount()
  }
  const storedHash = user?.can ? user.password_hash : undefined
  const matches = await verifyPassword(storedHash, attempt.password, {
    ...attempts,
    uncount: onRightPassword,
  })
  if (!matches || !user) throw new HttpError('login_error')
  return { user, session }
}

const isUsable = (username: string, password: string) =>
  username.length <= 255 && isPrintable(username) && isPassword(password)

/** SQL: whether a user has a second factor, without which nobody signs in to the office. */
const owesFactor = sql<boolean>`(partner_id IS NULL AND ${hasFactor(sql.ref('users.id'))})`

const findUser = async (db: Kysely<Schema>, username: string, network: string, device: Buffer | undefined) =>
  (await usersNamed(db, device ?? null, network, username))[0]
type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>

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

/** A new session, its lifetime in ms, and the token of its device: the presented one if this server issued it. */
type Session = NonNullable<Awaited<ReturnType<typeof openSession>>>

/**
 * Opens a session, stores its device and uncounts the attempts, in one statement. Undefined when the user was
 * deactivated or got another password in the meantime, or owes a second factor after the password alone.
 */
export async function openSession(
  db: Kysely<Schema>,
  { id, username, password_hash }: Pick<FoundUser, 'id' | 'username' | 'password_hash'>,
  { address, userAgent, device }: Pick<Attempt, 'address' | 'userAgent' | 'device'>,
  hours: number,
  counters: Counters,
  passwordOnly = false,
) {
  const token = newToken()
  const newDevice = newToken()
  const agent = userAgent.slice(0, MAX_USER_AGENT)
  const session = [tokenHash(token), id, password_hash, address, agent, hours, passwordOnly]
  const devices = [id, networkOf(address), device ? tokenHash(device) : null, tokenHash(newDevice)]
  const [row] = await opened(db, ...session, ...devices, ...counterKeys(counters))
  // Null when no session was opened.
  if (row?.is_issued == null) return undefined
  const known = { user_id: id, username, device: (row.is_issued && device) || newDevice }
  return { token, expires_in: hours * 3_600_000, ...known }
}

const opened = compileQuery((db) =>
  db.selectNoFrom(
    sql<boolean | null>`CASE WHEN open_session(${''}::bytea, ${0}, ${''}, ${''}, ${''}, ${0}, ${false})
      THEN (SELECT remember_device(${0}, ${''}, ${''}::bytea, ${''}::bytea, ${sql.lit(KNOWN_DEVICES)})
        FROM ${uncountCall()}) END`.as('is_issued'),
  ),
)

export const signOut = (db: Kysely<Schema>, session: Buffer) =>
  db.deleteFrom('sessions').where('token_hash', '=', session).execute()

/** Deletes expired sessions. Sessions from before the clock was set back expire as if they began now. */
export async function sweepSessions(db: Kysely<Schema>) {
  const now = sql<string>`now()`
  await deleteInPortions(db, 'sessions', sql`expires_at <= now()`)
  await db
    .updateTable('sessions')
    .set({ created_at: now, last_used_at: now, expires_at: sql`now() + (expires_at - created_at)` })
    .where('created_at', '>', now)
    .execute()
  await sweepAttempts(db)
  await sweepTickets(db)
}

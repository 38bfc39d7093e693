import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { type Attempts, verifyPassword } from '../../../lib/auth/password.ts'
import { compileQuery } from '../../../lib/database/compiled-query.ts'
import { deleteInPortions } from '../../../lib/database/delete-in-portions.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { withRetry } from '../../../lib/database/transaction.ts'
import { HttpError, invalidField } from '../../../lib/http/http-error.ts'
import { recordSignIn } from '../../users/signIns/table.ts'
import '../table.ts'
import { type Counters, KNOWN_DAYS, ownPasswordCounter, WINDOW_MINUTES } from './rules.ts'

/** Attempts of which a single one can be uncounted: the password is only the first of two steps. */
interface PartialAttempts extends Attempts {
  uncountOne: () => Promise<void>
}

/** The attempts counted by these counters. Throws 429 when one of them is full. */
export async function attemptsOf(db: Kysely<Schema>, counters: Counters): Promise<PartialAttempts> {
  const seconds = await secondsToWait(db, counters)
  if (seconds !== null) throw tooMany(seconds)
  return {
    count: () => raise(db, counters),
    uncount: () => uncount(db, counters),
    uncountOne: () => uncountOne(db, counters),
  }
}

/** SQL: the latest possible end of a counter. A later end is from before the clock was set back. */
const latestEnd = sql<string>`now() + make_interval(mins => ${sql.lit(WINDOW_MINUTES)})`

/** Counters as parameters: SQL of rows with their key and limit. */
const rowsOf = (counters: Counters) =>
  sql`unnest(${counters.map(({ key }) => key)}::text[], ${counters.map(({ max_attempts }) => max_attempts)}::int[])
    AS counter(key, max_attempts)`

/** Seconds until the last of the full counters resets; null when none is full. */
async function secondsToWait(db: Kysely<Schema>, counters: Counters) {
  const { rows } = await sql<{ seconds: number | null }>`
    WITH bounded AS (${boundCounters} AND key = ANY(${counters.map(({ key }) => key)}))
    SELECT ceil(extract(epoch FROM max(least(resets_at, ${latestEnd})) - now()))::int AS seconds
    FROM login_attempts JOIN ${rowsOf(counters)} USING (key)
    WHERE resets_at > now() AND attempts >= counter.max_attempts`.execute(db)
  return rows[0]?.seconds ?? null
}

/** Limits the end of counters, so that nobody is locked out for longer after a change of the clock. */
const boundCounters = sql`UPDATE login_attempts SET resets_at = ${latestEnd} WHERE resets_at > ${latestEnd}`

const tooMany = (seconds: number) =>
  new HttpError('error.too_many_attempts', {
    params: { minutes: Math.ceil(seconds / 60) },
    retryAfter: seconds,
  })

/** Increments all counters, or none when one of them is full; the counters of all nodes are in the database. */
async function raise(db: Kysely<Schema>, counters: Counters) {
  const keys = counters.map(({ key }) => key)
  const limits = counters.map(({ max_attempts }) => max_attempts)
  const [row] = await withRetry(() => raised(db, keys, limits))
  if (!row?.is_counted) throw tooMany((await secondsToWait(db, counters)) ?? 1)
}

const raised = compileQuery((db) =>
  db.selectNoFrom(
    sql<boolean>`count_attempt(${[]}::text[], ${[]}::int[], ${sql.lit(WINDOW_MINUTES)})`.as('is_counted'),
  ),
)

/** Resets the user's own counter and subtracts its count from the shared ones. */
const uncount = async (db: Kysely<Schema>, counters: Counters) => {
  await withRetry(() => runUncount(db, ...counterKeys(counters)))
}

const runUncount = compileQuery((db) => db.selectNoFrom(uncountCall().as('uncounted')))

/** SQL that calls `uncount_attempts`; `counterKeys` are its two parameters. */
export const uncountCall = () => sql`uncount_attempts(${''}, ${[]}::text[])`

/** Keys of the user's own counter, and of the shared ones. */
export const counterKeys = ([own, ...shared]: Counters) => [own.key, shared.map(({ key }) => key)] as const

/** Uncounts one attempt, without earlier ones. */
const uncountOne = (db: Kysely<Schema>, counters: Counters) =>
  withRetry(async () => {
    await sql`UPDATE login_attempts SET attempts = greatest(attempts - 1, 0)
      WHERE key = ANY(${counters.map(({ key }) => key)})`.execute(db)
  })

/** The signed-in user who changes his credentials, and the origin of the call. */
export interface OwnCall {
  db: Kysely<Schema>
  user: CurrentUser
  origin: { address: string; userAgent: string }
}

/**
 * Throws for the wrong current password of a signed-in user; counted, so that somebody with an open screen or a token
 * cannot guess it, and logged, so that the user sees it.
 */
export async function requireCurrent({ db, user, origin }: OwnCall, password: string | null | undefined) {
  if (!password) throw invalidField('current_password', 'validation.field')
  const attempts = await attemptsOf(db, ownPasswordCounter(user.id))
  const stored = db.selectFrom('users').select('password_hash').where('id', '=', user.id)
  if (!(await verifyPassword((await stored.executeTakeFirst())?.password_hash, password, attempts))) {
    recordSignIn(db, { user, outcome: 'wrong_current', ...origin })
    throw invalidField('current_password', 'validation.current_password')
  }
}

/** Deletes expired counters, and devices that were not seen for long; limits the end of other counters. */
export async function sweepAttempts(db: Kysely<Schema>) {
  await boundCounters.execute(db)
  await deleteInPortions(db, 'login_attempts', sql`resets_at < now()`)
  await deleteInPortions(
    db,
    'known_devices',
    sql`signed_in_at < now() - make_interval(days => ${KNOWN_DAYS})`,
  )
}

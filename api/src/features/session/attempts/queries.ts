import { type Kysely, type QueryCreator, sql } from 'kysely'
import { type Tries, verifyPassword } from '../../../lib/auth/password.ts'
import { newToken, tokenHash } from '../../../lib/auth/tokens.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction, repeated } from '../../../lib/database/transaction.ts'
import { HttpError, invalidField } from '../../../lib/http/http-error.ts'
import '../table.ts'
import { type Counters, KNOWN_DAYS, KNOWN_DEVICES, ownPasswordCounter, WINDOW_MINUTES } from './rules.ts'

/** Tries of which one alone can be taken back: what was right is only half of what is asked. */
interface PartialTries extends Tries {
  takeOneBack: () => Promise<void>
}

/** The tries of a secret under these counters. Refuses with 429 at once when one of them has no more to give. */
export async function triesOf(db: Kysely<Schema>, counters: Counters): Promise<PartialTries> {
  const seconds = await secondsToWait(db, counters)
  if (seconds !== null) throw tooMany(seconds)
  return {
    count: () => raise(db, counters),
    takeBack: () => takeBack(db, counters),
    takeOneBack: () => takeOneBack(db, counters),
  }
}

/** SQL: the latest end of a counter that begins now. One with a later end was begun before the clock was set back. */
const latestEnd = sql<string>`now() + make_interval(mins => ${sql.lit(WINDOW_MINUTES)})`

/** Until the last of the full counters begins anew; null when none is full. */
async function secondsToWait(db: Kysely<Schema>, counters: Counters) {
  const { seconds } = await db
    .with('bounded', (cte) =>
      boundCounters(cte).where(
        'key',
        'in',
        counters.map(({ key }) => key),
      ),
    )
    .selectFrom('login_attempts')
    .select(
      sql<number | null>`ceil(extract(epoch FROM max(least(resets_at, ${latestEnd})) - now()))::int`.as(
        'seconds',
      ),
    )
    .where('resets_at', '>', sql<string>`now()`)
    .where((eb) =>
      eb.or(
        counters.map(({ key, max_attempts }) =>
          eb.and([eb('key', '=', key), eb('attempts', '>=', max_attempts)]),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return seconds
}

/** Nothing is locked for longer than a counter runs, whatever was done to the clock. */
const boundCounters = (db: QueryCreator<Schema>) =>
  db.updateTable('login_attempts').set({ resets_at: latestEnd }).where('resets_at', '>', latestEnd)

const tooMany = (seconds: number) =>
  new HttpError('error.too_many_attempts', {
    params: { minutes: Math.ceil(seconds / 60) },
    retryAfter: seconds,
  })

/** Raises all counters by one, or none when one of them is full; all nodes count in the database. */
const raise = (db: Kysely<Schema>, counters: Counters) =>
  inTransaction(db, async (tx) => {
    const raised = await tx
      .insertInto('login_attempts')
      .values(counters.map((counter) => ({ ...counter, attempts: 1, resets_at: latestEnd })))
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            attempts: sql`CASE WHEN login_attempts.resets_at <= now() THEN 1 ELSE login_attempts.attempts + 1 END`,
            resets_at: sql`CASE WHEN login_attempts.resets_at <= now() THEN excluded.resets_at ELSE login_attempts.resets_at END`,
          })
          .where(
            sql<boolean>`login_attempts.resets_at <= now() OR login_attempts.attempts < excluded.max_attempts`,
          ),
      )
      .returning('key')
      .execute()
    if (raised.length < counters.length) throw tooMany((await secondsToWait(tx, counters)) ?? 1)
  })

/** Empties the person's own counter and takes what it held from those that are shared with others. */
const takeBack = (db: Kysely<Schema>, [own, ...shared]: Counters) =>
  repeated(async () => {
    await sql`WITH mine AS (DELETE FROM login_attempts WHERE key = ${own.key} RETURNING attempts)
      UPDATE login_attempts SET attempts = greatest(login_attempts.attempts - mine.attempts, 0)
      FROM mine WHERE key = ANY(${shared.map(({ key }) => key)})`.execute(db)
  })

/** Takes back this try and leaves those before it. */
const takeOneBack = (db: Kysely<Schema>, counters: Counters) =>
  repeated(async () => {
    await sql`UPDATE login_attempts SET attempts = greatest(attempts - 1, 0)
      WHERE key = ANY(${counters.map(({ key }) => key)})`.execute(db)
  })

/** Refuses the wrong current password of a signed-in user: whoever finds an open screen, or a token, must not be able to
 * try for ever. */
export async function requireCurrent(db: Kysely<Schema>, id: number, given: string | null | undefined) {
  if (!given) throw invalidField('current_password', 'validation.field')
  const tries = await triesOf(db, ownPasswordCounter(id))
  const kept = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  if (!(await verifyPassword(kept?.password_hash, given, tries))) {
    throw invalidField('current_password', 'validation.current_password')
  }
}

/** Remembers where an account has signed in. Answers the device's token: the one that was shown, unless it is none of ours. */
export async function rememberDevice(
  db: Kysely<Schema>,
  user_id: number,
  network: string,
  shown: string | undefined,
): Promise<string> {
  const device = shown !== undefined && (await isOurs(db, shown)) ? shown : newToken()
  await repeated(() =>
    sql`WITH oldest AS (
      DELETE FROM known_devices WHERE user_id = ${user_id} AND (token_hash, network) IN (
        SELECT token_hash, network FROM known_devices WHERE user_id = ${user_id}
        ORDER BY signed_in_at DESC OFFSET ${KNOWN_DEVICES - 1}))
      INSERT INTO known_devices (token_hash, user_id, network) VALUES (${tokenHash(device)}, ${user_id}, ${network})
      ON CONFLICT (token_hash, user_id, network) DO UPDATE SET signed_in_at = now()`.execute(db),
  )
  return device
}

/** Whether we gave this token out: to this account or to another that is used in the same browser. */
const isOurs = async (db: Kysely<Schema>, device: string) =>
  (await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('token_hash', '=', tokenHash(device))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Removes counters whose time is up, and devices that have not been seen for long; bounds the other counters. */
export async function sweepAttempts(db: Kysely<Schema>) {
  await boundCounters(db).execute()
  await db.deleteFrom('login_attempts').where('resets_at', '<', sql<string>`now()`).execute()
  const long = sql<string>`now() - make_interval(days => ${KNOWN_DAYS})`
  await db.deleteFrom('known_devices').where('signed_in_at', '<', long).execute()
}

import { type Generated, type Kysely, sql } from 'kysely'
import { deviceOf } from '../../../lib/auth/device.ts'
import { networkOf } from '../../../lib/auth/network.ts'
import { singleFlight } from '../../../lib/concurrency/single-flight.ts'
import { isRepeatable, isUnavailable } from '../../../lib/database/database-errors.ts'
import { memoizePerDatabase } from '../../../lib/database/per-database.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { withRetry } from '../../../lib/database/transaction.ts'
import { createSignInBuffer, type Entry } from './rules.ts'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    sign_ins: Omit<Entry, 'at'> & {
      id: Generated<number>
      at: Generated<string>
      username_folded: string | null
    }
  }
}

/** A sign-in attempt. */
interface SignInTry {
  /** The user with the typed username; absent when there is none, because the input may be a password. */
  user?: { id: number; username: string } | undefined
  outcome: Entry['outcome']
  /** The factor besides or instead of the password. */
  factor?: Entry['factor']
  address: string
  /** The User-Agent header. */
  userAgent: string
}

const signInLogs = memoizePerDatabase((db: Kysely<Schema>) => {
  const { add, take, putBack, endMinute } = createSignInBuffer()
  const write = singleFlight(async () => {
    const entries = take(Date.now())
    if (entries.length === 0) return
    await withRetry(() => insert(db, entries)).catch((error: unknown) => {
      // After other errors the same rows would fail again, and all later ones with them. When the connection is lost
      // after the commit, the rows are stored twice.
      if (isUnavailable(error) || isRepeatable(error)) putBack(entries)
      throw error
    })
  })
  return { add, endMinute, write }
})

/** Buffers a sign-in attempt; it is written within a second, together with others. */
export const recordSignIn = (
  db: Kysely<Schema>,
  { user, outcome, factor = null, address, userAgent }: SignInTry,
) =>
  signInLogs(db).add(
    {
      at: new Date(),
      user_id: user?.id ?? null,
      username: user?.username ?? null,
      outcome,
      factor,
      address,
      attempts: 1,
      ...deviceOf(userAgent),
    },
    networkOf(address),
  )

/** Resolves when the attempts recorded before are stored, also those that another call is writing. */
export const writeSignIns = (db: Kysely<Schema>) => signInLogs(db).write()

/** Writes the buffered attempts and the counts of the current minute, at the server's end. */
export function writeLastSignIns(db: Kysely<Schema>) {
  signInLogs(db).endMinute()
  return writeSignIns(db)
}

const insert = (db: Kysely<Schema>, entries: readonly Entry[]) =>
  db
    .insertInto('sign_ins')
    .values(
      entries.map((entry) => ({
        ...entry,
        // The user may have been deleted by the undo of an import; the attempt is stored with the name alone.
        user_id: sql<number | null>`(SELECT id FROM users WHERE id = ${entry.user_id}::integer)`,
        at: entry.at.toISOString(),
        username_folded: sql<string | null>`fold(${entry.username}::text)`,
      })),
    )
    .execute()

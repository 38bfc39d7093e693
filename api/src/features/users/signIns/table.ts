import { type Generated, type Kysely, sql } from 'kysely'
import { deviceOf } from '../../../lib/auth/device.ts'
import { networkOf } from '../../../lib/auth/network.ts'
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

const signInBuffers = memoizePerDatabase(createSignInBuffer)

/** Buffers a sign-in attempt; it is written within a second, together with others. */
export const recordSignIn = (
  db: Kysely<Schema>,
  { user, outcome, factor = null, address, userAgent }: SignInTry,
) =>
  signInBuffers(db).add(
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

/** Writes the buffered attempts; at the server's end including the counts of the current minute. */
export async function writeSignIns(db: Kysely<Schema>, isEnd = false) {
  const entries = signInBuffers(db).take(Date.now(), isEnd)
  if (entries.length === 0) return
  await withRetry(() => insert(db, entries))
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

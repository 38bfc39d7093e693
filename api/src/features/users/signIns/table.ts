import { type Generated, type Kysely, sql } from 'kysely'
import { deviceOf } from '../../../lib/auth/device.ts'
import { networkOf } from '../../../lib/auth/network.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { repeated } from '../../../lib/database/transaction.ts'
import { memoizePerDatabase } from '../../../lib/lists/per-database.ts'
import { type Entry, entryBook } from './rules.ts'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    sign_ins: Omit<Entry, 'at'> & {
      id: Generated<number>
      at: Generated<string>
      username_folded: string | null
    }
  }
}

/** A try to come in. */
interface SignInTry {
  /** Whose name was typed; absent when it is nobody's, for what was typed may be a password. */
  user?: { id: number; username: string } | undefined
  outcome: Entry['outcome']
  /** What was shown beside the password, or instead of it. */
  factor?: Entry['factor']
  address: string
  /** What the caller's program calls itself. */
  userAgent: string
}

const loadReferences = memoizePerDatabase(entryBook)

/** Notes a try to come in. Costs the call nothing: it is written within a second, with those of the same time. */
export const recordSignIn = (
  db: Kysely<Schema>,
  { user, outcome, factor = null, address, userAgent }: SignInTry,
) =>
  loadReferences(db).add(
    {
      ...{ at: new Date(), user_id: user?.id ?? null, username: user?.username ?? null },
      ...{ outcome, factor, address, attempts: 1, ...deviceOf(userAgent) },
    },
    networkOf(address),
  )

/** Writes down the tries since the last time; at the server's end all of them. */
export async function writeSignIns(db: Kysely<Schema>, isEnd = false) {
  const entries = loadReferences(db).take(Date.now(), isEnd)
  if (entries.length === 0) return
  await repeated(() => insert(db, entries))
}

const insert = (db: Kysely<Schema>, entries: readonly Entry[]) =>
  db
    .insertInto('sign_ins')
    .values(
      entries.map((entry) => ({
        ...entry,
        // A user whom an undone import has taken away meanwhile is a name alone, and no reason to lose the other tries.
        user_id: sql<number | null>`(SELECT id FROM users WHERE id = ${entry.user_id}::integer)`,
        at: entry.at.toISOString(),
        username_folded: sql<string | null>`fold(${entry.username}::text)`,
      })),
    )
    .execute()

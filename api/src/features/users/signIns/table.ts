import { type Generated, type Kysely, sql } from 'kysely'
import { deviceOf } from '../../../kit/auth/device.ts'
import { networkOf } from '../../../kit/auth/network.ts'
import type { Schema } from '../../../kit/db/schema.ts'
import { repeated } from '../../../kit/db/transaction.ts'
import { perDatabase } from '../../../kit/list/per-database.ts'
import { type Entry, entryBook } from './rules.ts'

declare module '../../../kit/db/schema.ts' {
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

const bookOf = perDatabase(entryBook)

/** Notes a try to come in. Costs the call nothing: it is written within a second, with those of the same time. */
export const noteSignIn = (
  db: Kysely<Schema>,
  { user, outcome, factor = null, address, userAgent }: SignInTry,
) =>
  bookOf(db).add(
    {
      ...{ at: new Date(), user_id: user?.id ?? null, username: user?.username ?? null },
      ...{ outcome, factor, address, tries: 1, ...deviceOf(userAgent) },
    },
    networkOf(address),
  )

/** Writes down the tries since the last time; at the server's end all of them. */
export async function writeSignIns(db: Kysely<Schema>, isEnd = false) {
  const entries = bookOf(db).take(Date.now(), isEnd)
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

import { type Generated, type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'

declare module '../../database/schema.ts' {
  interface Schema {
    mails: {
      id: Generated<number>
      kind: string
      data: unknown
      attempts: Generated<number>
      next_at: Generated<string>
      give_up_at: string
    }
  }
}

/** Something to be mailed that this process has taken upon itself. */
export interface Claimed {
  id: number
  kind: string
  data: unknown
  attempts: number
  isLate: boolean
}

/** Puts something to be mailed into the outbox; after so many hours it is no longer worth sending. */
export const enqueue = (db: Kysely<Schema>, kind: string, data: object, hours: number) =>
  db
    .insertInto('mails')
    .values({ kind, data: JSON.stringify(data), give_up_at: sql`now() + make_interval(hours => ${hours})` })
    .execute()

/**
 * Takes what is due, at most `limit`. Whoever takes one moves the time at which it is due again, so that no other node
 * takes it too and none is lost when this one dies.
 */
export async function claimDue(db: Kysely<Schema>, limit: number, leaseSeconds: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    WITH due AS (
      SELECT id FROM mails WHERE next_at <= now() ORDER BY next_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE mails SET attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
    FROM due WHERE mails.id = due.id
    RETURNING mails.id, kind, data, attempts, give_up_at <= now() AS "isLate"`.execute(db)
  return rows
}

/** Removes a mail that was sent, or that is given up. */
export const removeMail = (db: Kysely<Schema>, { id }: Claimed) =>
  db.deleteFrom('mails').where('id', '=', id).execute()

/** Schedules the next attempt after this many seconds. */
export const postpone = (db: Kysely<Schema>, { id }: Claimed, seconds: number) =>
  db
    .updateTable('mails')
    .set({ next_at: sql`now() + make_interval(secs => ${seconds}::float8)` })
    .where('id', '=', id)
    .execute()

import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { Schema } from '../src/lib/database/schema.ts'
import { eventually } from './eventually.ts'

/** Number of queries of the database that wait for a lock. */
export async function waitingQueries(db: Kysely<Schema>) {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** Resolves when at least this many queries of the database wait for a lock. */
export const untilWaiting = (db: Kysely<Schema>, queries: number) =>
  eventually(async () => expect(await waitingQueries(db)).toBeGreaterThanOrEqual(queries))

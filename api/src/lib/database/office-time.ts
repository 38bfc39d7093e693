// The office's time, which the database's clock decides: that of this node may differ.
import { TIME_ZONE } from '@kontor/contract/lib/text/locales'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { invalidField } from '../http/http-error.ts'
import type { Schema } from './schema.ts'

/** Today in the office: `2026-11-21`. */
export async function officeToday(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ today: string }>`SELECT office_day() AS today`.execute(db)
  return rows[0]?.today ?? ''
}

/** SQL: the moment at which a day begins in the office. */
export const midnight = (day: RawBuilder<unknown>) =>
  sql<string>`(${day}::timestamp AT TIME ZONE ${sql.lit(TIME_ZONE)})`

/** Throws 422 for a field with a time in the past. */
export async function requireFuture(tx: Kysely<Schema>, field: string, at: string | null | undefined) {
  if (!at) return
  const { rows } = await sql<{
    passed: boolean
  }>`SELECT ${at}::timestamptz <= office_now() AS passed`.execute(tx)
  if (rows[0]?.passed) throw invalidField(field, 'validation.past_moment')
}

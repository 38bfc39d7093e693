import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Rows that one statement deletes, with what refers to them, well within its time limit. */
const AT_ONCE = 5000

/**
 * Deletes all rows that match the SQL condition, a portion per statement: a single one that reaches its time limit would
 * be rolled back, and have more to do the next time. Rows that another transaction is changing are left to the next time.
 */
export async function deleteInPortions(
  db: Kysely<Schema>,
  table: keyof Schema & string,
  condition: RawBuilder<boolean>,
) {
  const rows = sql.table(table)
  for (let deleted = AT_ONCE; deleted >= AT_ONCE; ) {
    const { numAffectedRows } = await sql`DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${rows} WHERE ${condition} LIMIT ${sql.lit(AT_ONCE)} FOR UPDATE SKIP LOCKED))`.execute(
      db,
    )
    deleted = Number(numAffectedRows)
  }
}

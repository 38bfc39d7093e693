import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * Returns a function that resolves to the tables that have changed since its last call, by their counters; none at the
 * first call. For tables with too many changes for an event each: an import writes thousands of rows.
 */
export function watchTables<T extends string>(db: Kysely<Schema>, tables: readonly T[]) {
  let last: ReadonlyMap<string, number> | undefined
  return async () => {
    const { rows } = await sql<{ name: string; changes: number }>`
      SELECT table_name AS name, sum(changes)::bigint AS changes FROM change_counters
      WHERE table_name IN (${sql.join(tables)}) GROUP BY table_name`.execute(db)
    const now = new Map(rows.map(({ name, changes }) => [name, changes]))
    const before = last ?? now
    last = now
    return tables.filter((table) => before.get(table) !== now.get(table))
  }
}

import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * Answers at every call which of these tables have changed since the call before, by their counters; none at the first.
 * For tables whose every change is too much to tell: an import or a program writes thousands of rows.
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

import { type RawBuilder, sql } from 'kysely'
import { Recent } from './recent.ts'
import type { Schema } from './schema.ts'

// Two apps of a process may have databases of their own, whose counters tell nothing about one another.
const databases = new WeakMap<object, number>()
let seen = 0

/** A number for a database handle, the same each time. */
export function numberOf(db: object): number {
  const known = databases.get(db)
  if (known !== undefined) return known
  seen += 1
  databases.set(db, seen)
  return seen
}

/**
 * Exact totals without counting every time. A total is kept with the change counter of its tables, read in the same
 * statement as the count, and is good until that counter has moved, on whichever node the change was made.
 */
export class TotalCache {
  readonly #totals = new Recent<{ total: number; changes: number }>()
  /** SQL: the sum of changes made so far to the tables of the list. */
  readonly changes: RawBuilder<number>

  constructor(tables: readonly (keyof Schema)[]) {
    const names = sql.join(tables.map((table) => sql.lit(table)))
    this.changes = sql<number>`(SELECT sum(changes)::bigint FROM change_counters WHERE table_name IN (${names}))`
  }

  /** What was counted for a filter, however long ago: it holds as long as `changes` has not moved. */
  last(key: string) {
    return this.#totals.peek(key)
  }

  keep(key: string, { total, changes }: { total: number; changes: number }): number {
    this.#totals.keep(key, { total, changes })
    return total
  }
}

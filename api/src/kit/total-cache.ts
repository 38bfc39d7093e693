import { type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

const MAX_FILTERS = 500

/**
 * Exact totals without counting every time. A total is kept with the change counter of its tables, read in the same
 * statement as the count, and is good until that counter has moved, on whichever node the change was made.
 */
export class TotalCache {
  readonly #totals = new Map<string, { total: number; changes: number }>()
  /** SQL: the sum of changes made so far to the tables of the list. */
  readonly changes: RawBuilder<number>

  constructor(tables: readonly (keyof Schema)[]) {
    const names = sql.join(tables.map((table) => sql.lit(table)))
    this.changes = sql<number>`(SELECT sum(changes)::bigint FROM change_counters WHERE table_name IN (${names}))`
  }

  /** Whether this filter was counted before, however long ago. */
  knows(key: string) {
    return this.#totals.has(key)
  }

  /** The total of a filter, unless something has changed since it was counted. */
  get(key: string, changes: number): number | undefined {
    const kept = this.#totals.get(key)
    return kept?.changes === changes ? kept.total : undefined
  }

  keep(key: string, { total, changes }: { total: number; changes: number }): number {
    this.#totals.delete(key) // so that the newest stands last and the oldest goes first
    this.#totals.set(key, { total, changes })
    const oldest = this.#totals.keys().next()
    if (this.#totals.size > MAX_FILTERS && !oldest.done) this.#totals.delete(oldest.value)
    return total
  }
}

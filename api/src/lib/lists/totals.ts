import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Schema } from '../database/schema.ts'
import { memoizePerDatabase } from './per-database.ts'

/** What was counted for a filter, and where the change counter of its tables stood. */
interface Total<Counted> {
  total: Counted
  changes: number
}

/** Lists that are remembered at most: enough for the pages and filters that an office looks at in an hour. */
export const LATELY = 500

/**
 * Exact totals without counting every time. A total is kept with the change counter of its tables, read in the same
 * statement as the count, and is good until that counter has moved, on whichever node the change was made.
 */
export class TotalCache<Counted extends number | object = number> {
  readonly #totals = memoizePerDatabase(() => new LRUCache<string, Total<Counted>>({ max: LATELY }))
  /** SQL: the sum of changes made so far to the tables of the list. */
  readonly changes: RawBuilder<number>

  constructor(tables: readonly (keyof Schema)[]) {
    const names = sql.join(tables.map((table) => sql.lit(table)))
    this.changes = sql<number>`(SELECT sum(changes)::bigint FROM change_counters WHERE table_name IN (${names}))`
  }

  /** What was counted for a filter, however long ago: it holds as long as `changes` has not moved. */
  last(db: object, key: string) {
    return this.#totals(db).get(key)
  }

  /** What was counted for a filter, or is by `read`, which reads the changes in the same statement. */
  async kept(db: Kysely<Schema>, key: string, read: () => Promise<Total<Counted>>): Promise<Counted> {
    const last = this.last(db, key)
    if (!last) return this.keep(db, key, await read())
    const { rows } = await sql<{ changes: number }>`SELECT ${this.changes} AS changes`.execute(db)
    return rows[0]?.changes === last.changes ? last.total : this.keep(db, key, await read())
  }

  keep(db: object, key: string, { total, changes }: Total<Counted>): Counted {
    this.#totals(db).set(key, { total, changes })
    return total
  }
}

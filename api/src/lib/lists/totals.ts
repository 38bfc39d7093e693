import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { memoizePerDatabase } from '../database/per-database.ts'
import type { Schema } from '../database/schema.ts'

/** The total of a filter, and the change counter of its tables when it was counted. */
interface Total<Counted> {
  total: Counted
  changes: number
}

/** Maximum number of cached lists or filters: enough for an hour of an office. */
export const MAX_CACHED = 500

/**
 * Exact totals without counting every time. A total is cached with the change counter of its tables, read in the same
 * statement as the count, and is valid until that counter changes, on any node.
 */
export class TotalCache<Counted extends number | object = number> {
  readonly #totals = memoizePerDatabase(() => new LRUCache<string, Total<Counted>>({ max: MAX_CACHED }))
  /** SQL: the changes made so far to the tables of the list, and the days: filters may compare with the current one. */
  readonly changes: RawBuilder<number>

  constructor(tables: readonly (keyof Schema)[]) {
    const names = sql.join(tables.map((table) => sql.lit(table)))
    this.changes = sql<number>`(SELECT sum(changes)::bigint + (office_day() - DATE '2026-01-01')
      FROM change_counters WHERE table_name IN (${names}))`
  }

  /** The last total of a filter; valid as long as `changes` is the same. */
  last(db: object, key: string) {
    return this.#totals(db).get(key)
  }

  /** The cached total of a filter, otherwise that of `read`, which reads the change counter in the same statement. */
  async cached(db: Kysely<Schema>, key: string, read: () => Promise<Total<Counted>>): Promise<Counted> {
    const last = this.last(db, key)
    if (!last) return this.store(db, key, await read())
    const { rows } = await sql<{ changes: number }>`SELECT ${this.changes} AS changes`.execute(db)
    return rows[0]?.changes === last.changes ? last.total : this.store(db, key, await read())
  }

  store(db: object, key: string, { total, changes }: Total<Counted>): Counted {
    this.#totals(db).set(key, { total, changes })
    return total
  }
}

import type pg from 'pg'
import { inBatches } from '../../jobs/batch.ts'

/** Tables by name, and whether their changes are counted. */
export type CountedTables = ReadonlyMap<string, boolean>

/** The tables of a database. */
export async function readCountedTables(pool: pg.Pool): Promise<CountedTables> {
  const { rows } = await pool.query(`SELECT relname,
      EXISTS (SELECT FROM change_counters WHERE table_name = relname) AS is_counted
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')`)
  return new Map(rows.map(({ relname, is_counted }) => [relname, is_counted]))
}

/** Where tables stand, one text for all of them: equal on two servers when both hold the same changes of them. */
export type Standing = (tables: readonly string[]) => Promise<string>

/**
 * Asks a server where tables stand; what is asked in one turn of the event loop is one query.
 *
 * The slots of a counter are compared one by one. A transaction holds the slot that it raises until it ends, so the
 * number in a slot says which transactions are in; the sum of all does not, for on two servers two that end in the same
 * moment may be seen in either order.
 */
export function standingOf(pool: pg.Pool, query_timeout: number): Standing {
  const ask = inBatches(async (tables) => {
    const asked = { name: 'standing', text: STANDING, values: [tables], query_timeout }
    const { rows } = await pool.query(asked)
    return new Map<string, string>(rows.map(({ table_name, stands }) => [table_name, stands]))
  })
  return async (tables) => (await Promise.all(tables.map(ask))).join(';')
}

const STANDING = `SELECT table_name, string_agg(changes::text, ',' ORDER BY slot) AS stands
  FROM change_counters WHERE table_name = ANY($1) GROUP BY table_name`

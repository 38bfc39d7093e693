import type pg from 'pg'
import { inBatches } from '../../concurrency/batch.ts'

/** Tables by name, and whether their changes are counted. */
export type CountedTables = ReadonlyMap<string, boolean>

/** The tables of a database. */
export async function readCountedTables(pool: pg.Pool): Promise<CountedTables> {
  const { rows } = await pool.query(`SELECT relname,
      EXISTS (SELECT FROM change_counters WHERE table_name = relname) AS is_counted
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')`)
  return new Map(rows.map(({ relname, is_counted }) => [relname, is_counted]))
}

/** Reads the change counters of tables as one text: equal on two servers when both have the same changes of them. */
export type Standing = (tables: readonly string[]) => Promise<string>

/**
 * Reads change counters from a server; all reads of one turn of the event loop are one query. The slots of a counter
 * are compared one by one. A transaction locks the slot that it increments until it ends, so the number in a slot
 * identifies the transactions that are included. The sum of all slots does not, because two transactions that end at
 * the same moment may become visible in either order.
 */
export function standingOf(pool: pg.Pool, query_timeout: number): Standing {
  const lookUp = inBatches(async (tables) => {
    const query = { name: 'standing', text: STANDING, values: [tables], query_timeout }
    const { rows } = await pool.query(query)
    return new Map<string, string>(rows.map(({ table_name, stands }) => [table_name, stands]))
  })
  return async (tables) => (await Promise.all(tables.map(lookUp))).join(';')
}

const STANDING = `SELECT table_name, string_agg(changes::text, ',' ORDER BY slot) AS stands
  FROM change_counters WHERE table_name = ANY($1) GROUP BY table_name`

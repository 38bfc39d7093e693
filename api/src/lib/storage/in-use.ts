import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * Returns those of the names that columns such as `products.image` hold. One statement, because a name may move from
 * one column to another; one parameter for each, however many names.
 */
export async function namesIn(
  db: Kysely<Schema>,
  columns: readonly `${keyof Schema}.${string}`[],
  names: string[],
) {
  const selects = columns.map((column) => {
    const table = sql.table(column.split('.')[0] ?? '')
    return sql`SELECT ${sql.ref(column)} AS name FROM ${table} WHERE ${sql.ref(column)} = ANY(${names})`
  })
  const { rows } = await sql<{ name: string }>`${sql.join(selects, sql` UNION ALL `)}`.execute(db)
  return rows.map(({ name }) => name)
}

import { sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * Replaces the categories of a record, in a table of `category_id` and the record's id in the column `owner`. Returns
 * whether any differed.
 */
export async function replaceCategories(
  tx: Transaction<Schema>,
  { table, owner }: { table: string; owner: string },
  id: number,
  categories: readonly number[],
) {
  const wanted = [...new Set(categories)]
  const gone = await sql`DELETE FROM ${sql.table(table)}
    WHERE ${sql.ref(owner)} = ${id} AND NOT category_id = ANY(${wanted}::int[])`.execute(tx)
  const added = await sql`INSERT INTO ${sql.table(table)} (${sql.ref(owner)}, category_id)
    SELECT ${id}::int, unnest(${wanted}::int[]) ON CONFLICT DO NOTHING`.execute(tx)
  return Boolean(gone.numAffectedRows || added.numAffectedRows)
}

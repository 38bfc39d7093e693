import { sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

interface LinkTable {
  table: string
  /** The column with the record's id. */
  owner: string
  /** The column with the ids of what it is linked to: `category_id` by default. */
  linked?: string
}

/** Replaces what a record is linked to. Returns whether any link differed. */
export async function replaceLinks(
  tx: Transaction<Schema>,
  { table, owner, linked = 'category_id' }: LinkTable,
  id: number,
  ids: readonly number[],
) {
  const wanted = [...new Set(ids)]
  const gone = await sql`DELETE FROM ${sql.table(table)}
    WHERE ${sql.ref(owner)} = ${id} AND NOT ${sql.ref(linked)} = ANY(${wanted}::int[])`.execute(tx)
  const added = await sql`INSERT INTO ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(linked)})
    SELECT ${id}::int, unnest(${wanted}::int[]) ON CONFLICT DO NOTHING`.execute(tx)
  return Boolean(gone.numAffectedRows || added.numAffectedRows)
}

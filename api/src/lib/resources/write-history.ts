import { sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Writes a change that no trigger sees into the history of a record: `{ column: [before, after] }`. */
export const writeHistory = (
  tx: Transaction<Schema>,
  table: string,
  { id, name }: { id: number; name: string },
  changes: Record<string, [unknown, unknown]>,
) =>
  sql`INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
    VALUES (${table}, ${id}, ${name}, fold(${name}), 'update', ${JSON.stringify(changes)}::jsonb)`.execute(tx)

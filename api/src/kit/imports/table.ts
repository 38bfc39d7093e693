import type { BulkChange } from '@kontor/contract/kit/bulk/bulk'
import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

declare module '../db/schema.ts' {
  interface Schema {
    imports: {
      id: Generated<number>
      kind: string
      /** The record whose lines it was about; null where a list is imported as one. */
      owner_id: number | null
      user_id: number
      file_name: string
      created: number
      updated: number
      created_at: Generated<string>
      undone_at: string | null
      under_way: 'import' | 'undo' | null
      /** Of one change of many records (kit/bulk), which keeps its rows as an import does; null for an import. */
      bulk: ColumnType<(BulkChange & { action: 'bulk' | 'bulk_undo' }) | null, string | undefined, never>
    }
    import_rows: { import_id: number; record_id: number; before: unknown; after: unknown; version: number }
  }
}

/** The one entry of an import in the history, or of its undoing, which opens into the import's rows. */
export async function keepEntry(
  tx: Kysely<Schema>,
  action: 'import' | 'undo',
  { id, kind, owner_id, file_name, created, updated }: Facts,
) {
  const changes = JSON.stringify({ created: [null, created], updated: [null, updated] })
  await sql`INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes, import_id)
    VALUES (${kind}, ${owner_id}, ${file_name}, fold(${file_name}), ${action}, ${changes}, ${id})`.execute(tx)
}

interface Facts {
  id: number
  kind: string
  owner_id: number | null
  file_name: string
  created: number
  updated: number
}

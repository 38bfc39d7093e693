import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

declare module './schema.ts' {
  interface Schema {
    history: {
      id: number
      at: string
      user_id: number | null
      table_name: string
      record_id: number | null
      record_name: string | null
      record_name_folded: string | null
      action: 'create' | 'update' | 'delete' | 'import' | 'undo'
      changes: Record<string, unknown>
      import_id: number | null
    }
  }
}

/** Until the transaction ends no change makes an entry: of work that makes one entry for all of it, or needs none. */
export const withoutHistory = (tx: Kysely<Schema>) =>
  sql`SELECT set_config('kontor.history', 'off', true)`.execute(tx)

/** From here on changes make entries again. */
export const withHistory = (tx: Kysely<Schema>) =>
  sql`SELECT set_config('kontor.history', 'on', true)`.execute(tx)

/** The one entry of an import, or of its undoing, which opens into the import's rows. */
export const keepImport = (
  tx: Kysely<Schema>,
  action: 'import' | 'undo',
  { id, kind, file_name, created, updated }: ImportFacts,
) =>
  sql`INSERT INTO history (table_name, record_name, record_name_folded, action, changes, import_id)
    VALUES (${kind}, ${file_name}, fold(${file_name}), ${action}, ${JSON.stringify({ created: [null, created], updated: [null, updated] })}, ${id})`.execute(
    tx,
  )

interface ImportFacts {
  id: number
  kind: string
  file_name: string
  created: number
  updated: number
}

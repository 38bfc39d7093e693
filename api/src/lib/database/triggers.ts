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
      action: 'create' | 'update' | 'delete' | 'import' | 'undo' | 'bulk' | 'bulk_undo' | 'view'
      changes: Record<string, unknown>
      import_id: number | null
    }
  }
}

// Settings that switch triggers of the migrations off, or change what they do, until the end of the transaction.

const set = (setting: string, value: 'on' | 'off') => (tx: Kysely<Schema>) =>
  sql`SELECT set_config(${setting}, ${value}, true)`.execute(tx)

/** Stops the audit triggers: for work that writes one history entry for all changes, or none. */
export const withoutHistory = set('kontor.history', 'off')

/** Marks changes as an undo: record_quantity_change() and record_delivery() then restore
 * the previous time of a quantity or a delivery. */
export const changedByUndo = set('kontor.undo', 'on')

/**
 * Marks changes as an undo that writes one history entry, see {@link changedByUndo}. increment_version() restores
 * `updated_at` of the list's records to its value before the import.
 */
export const duringUndo = (tx: Kysely<Schema>, list: string, importId: number) =>
  sql`SELECT set_config('kontor.history', 'off', true), set_config('kontor.undo', 'on', true),
    set_config('kontor.undone', ${`${list} ${importId}`}, true)`.execute(tx)

/** Starts the audit triggers again. */
export const withHistory = set('kontor.history', 'on')

/** Stops the rules between records: for work that restores earlier rows. */
export const withoutRules = set('kontor.rules', 'off')

/** Starts the rules again. */
export const withRules = set('kontor.rules', 'on')

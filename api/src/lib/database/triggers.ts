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
      action: 'create' | 'update' | 'delete' | 'import' | 'undo' | 'bulk' | 'bulk_undo'
      changes: Record<string, unknown>
      import_id: number | null
    }
  }
}

// What the triggers of the migrations do beside a change can be switched off, for the rest of one transaction at most.

const set = (setting: string, value: 'on' | 'off') => (tx: Kysely<Schema>) =>
  sql`SELECT set_config(${setting}, ${value}, true)`.execute(tx)

/** Until the transaction ends no change makes an entry: of work that makes one entry for all of it, or needs none. */
export const withoutHistory = set('kontor.history', 'off')

/**
 * Until the transaction ends what is written stood there before: what the database keeps of when it was said goes back
 * with it: see record_quantity_change().
 */
export const changedByUndo = set('kontor.undo', 'on')

/**
 * The same of work that makes one entry for all of it; the records of this list are as old again as they were before the
 * import: see increment_version().
 */
export const duringUndo = (tx: Kysely<Schema>, list: string, importId: number) =>
  sql`SELECT set_config('kontor.history', 'off', true), set_config('kontor.undo', 'on', true),
    set_config('kontor.undone', ${`${list} ${importId}`}, true)`.execute(tx)

/** From here on changes make entries again. */
export const withHistory = set('kontor.history', 'on')

/** Until the transaction ends no rule between records is judged: of work that puts back what has stood there. */
export const withoutRules = set('kontor.rules', 'off')

/** From here on they are judged again. */
export const withRules = set('kontor.rules', 'on')

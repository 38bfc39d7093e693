import type { Generated } from 'kysely'

/**
 * All tables, as Kysely knows them. Each feature's table.ts adds its own by declaration merging, so that lib knows no
 * feature and no list of tables has to be kept.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Schema {}

/** The columns that track_versions() of the first migration counts on. */
export interface RecordTableColumns {
  id: Generated<number>
  is_active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/**
 * The tables that a partner's call may reach, and the columns of a new row that say whose it is. Each feature's scope.ts
 * adds its own by declaration merging; `never` is a table to which partners add nothing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface ScopedTables {}

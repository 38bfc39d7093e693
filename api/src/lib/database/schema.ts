import type { Generated, Selectable } from 'kysely'

/**
 * All tables in Kysely's types. Each feature's table.ts adds its own by declaration merging, so that lib depends on no
 * feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Schema {}

/** The columns that track_versions() of the first migration expects. */
export interface RecordTableColumns {
  id: Generated<number>
  is_active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/** Those that the rows of lists have besides their fields. */
export type RecordColumns = Omit<Selectable<RecordTableColumns>, 'created_at'>

/**
 * The tables that portal routes may access, with the columns of a new row that hold its owner. Each feature's scope.ts
 * adds its own by declaration merging; `never` is a table into which partners insert nothing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface ScopedTables {}

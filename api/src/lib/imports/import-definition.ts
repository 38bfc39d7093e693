import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Schema } from '../database/schema.ts'
import type { Table } from '../spreadsheets/header-mapping/table.ts'
import type { ListName } from './lock.ts'
import type { PlanRules, Stored, StoredRecord, Values } from './plan-rules.ts'
import type { ImportReferences } from './references.ts'

/** What imports need of the application. */
export type Place = Pick<AppContext, 'db' | 'userName'>

/** A record that an import has written, with its new version. */
export interface Written {
  id: number
  version: number
}

/** How records of a list are imported. The feature gives the SQL; its functions are called with portions of the rows. */
export interface ImportDefinition<C extends SheetColumns> {
  list: ListName
  /** The id of the record whose lines are imported, when each record has imports of its own, undone separately. */
  owner?: number
  sheet: C
  rules: PlanRules
  /** SQL over `record`, a row of the list: its display name, when that is not the column `name`. */
  called?: RawBuilder<unknown>
  /**
   * Called before anything else, in the transaction of an import again for each of its tries: looks up what cells refer
   * to, to stay as it is until the end when `lock` is true, and forgets what an earlier try has left.
   */
  begin?(db: Kysely<Schema>, lock: boolean): Promise<void>
  /** A record's values for the preview, when they are stored in another form than in the sheet. */
  shown?(values: Values): Values
  /** The records that have these keys, by key; locked when `lock` is true. */
  load?(db: Kysely<Schema>, keys: string[], lock: boolean): Promise<Map<string, StoredRecord>>
  /** Instead of `load`, when a record is identified by more than one cell: the record of every row. */
  match?(db: Kysely<Schema>, table: Table<C>, lock: boolean): Promise<Stored>
  /** What fields refer to, read with the rows where records are found by `load`. */
  references?: ImportReferences
  /** The fields whose values tell records that are added from each other; `rules.key` alone when absent. */
  named?: readonly string[]
  /** Whether only the database can check a change; such rows are tried in the preview and rolled back. */
  isRisky?(values: Values, before?: Values): boolean
  insert(tx: Transaction<Schema>, rows: Values[]): Promise<(Written & { key: string })[]>
  update(tx: Transaction<Schema>, rows: { id: number; values: Values }[]): Promise<Written[]>
  remove(tx: Transaction<Schema>, ids: number[]): Promise<void>
  /** Called last in the transaction that ends an import, or the undoing of one. */
  finish?(tx: Transaction<Schema>): Promise<unknown>
}

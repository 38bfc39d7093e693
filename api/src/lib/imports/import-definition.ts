import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Schema } from '../database/schema.ts'
import type { Table } from '../spreadsheets/header-mapping/table.ts'
import type { ListName } from './importable-lists.ts'
import type { ExistingRecord, ExistingRecords, PlanRules, RowValues } from './plan/plan-rules.ts'
import type { ImportReferences } from './records/references.ts'

/** The parts of AppContext that imports use. */
export type ImportContext = Pick<AppContext, 'db' | 'userName'>

/** A record that an import has written, with its new version. */
export interface Written {
  id: number
  version: number
}

/**
 * How records of a list are imported. The feature supplies the SQL; its functions are called with portions of the rows.
 */
export interface ImportDefinition<C extends SheetColumns> {
  list: ListName
  /** The id of the owner, when each owner's lines are imported and undone separately. */
  owner?: number
  sheet: C
  rules: PlanRules
  /** SQL over `record`, a row of the list: its display name, when that is not the column `name`. */
  nameSql?: RawBuilder<unknown>
  /** A table whose changes are changes of the records too, and its column with the record's id. */
  parts?: { table: keyof Schema & string; owner: string }
  /**
   * Called first in the transaction of an import, again for each retry: looks up what cells refer to (locked until the
   * end when `lock` is true) and resets the state of an earlier run.
   */
  begin?(db: Kysely<Schema>, lock: boolean): Promise<void>
  /** Converts a record's values for the preview, when the sheet has another form than the table. */
  shown?(values: RowValues): RowValues
  /** The records with these keys, by key; locked when `lock` is true. */
  load?(db: Kysely<Schema>, keys: string[], lock: boolean): Promise<Map<string, ExistingRecord>>
  /** Instead of `load`, when more than one cell identifies a record: the record of every row. */
  match?(db: Kysely<Schema>, table: Table<C>, lock: boolean): Promise<ExistingRecords>
  /** The references of the fields, looked up with the rows where `load` finds the records. */
  references?: ImportReferences
  /** The fields whose values distinguish added records; `rules.key` alone when absent. */
  named?: readonly string[]
  /** Whether only the database can check a change; such rows are written in the preview and rolled back. */
  needsDryRun?: ((values: RowValues, before?: RowValues) => boolean) | undefined
  insert(tx: Transaction<Schema>, rows: RowValues[]): Promise<(Written & { key: string })[]>
  update(tx: Transaction<Schema>, rows: { id: number; values: RowValues }[]): Promise<Written[]>
  remove(tx: Transaction<Schema>, ids: number[]): Promise<void>
  /** Called last in the transaction of an import, or of its undo. */
  finish?(tx: Transaction<Schema>): Promise<unknown>
  /** Called after the commit of an import that has changed records, or of its undo. */
  onChanged?(): Promise<void>
}

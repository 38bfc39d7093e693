import type { SheetProblem } from '@kontor/contract/lib/imports/columns'

export type Value = string | number | boolean | null
export type Values = Record<string, Value>

/** A record that a sheet may change: only the fields of the sheet's layout. */
export interface StoredRecord {
  id: number
  values: Values
}

/** What a row of a sheet names. */
export interface Match {
  record?: StoredRecord
  /** What tells a new one from the others of the file; undefined when the row does not say. */
  key?: string
  /** Why it cannot be told, at which field. */
  wrong?: { field: string; reason: string; params?: SheetProblem['params'] }
}

/** The records that a sheet names. */
export interface Stored {
  records: ReadonlyMap<string, StoredRecord>
  /** Of codes without a record: a code that is written like it. */
  twins: ReadonlyMap<string, string>
  /** By row number what a row names, where that takes more than one cell. */
  met?: ReadonlyMap<number, Match>
}

/** How sheet rows meet records. */
export interface PlanRules {
  /** The field that names a record. */
  key: string
  /** What stands in a record's fields when nothing does: in a new one's without a value, in cleared ones. */
  blank: Values
  /** Fields without which a record is created only when somebody says so. */
  asksWithout?: readonly string[]
  /** Fields without which a record is created, and which is told before. */
  tellsWithout?: readonly string[]
  /** The columns without which no record is created; null when none ever is. */
  createsWith: readonly string[] | null
  /**
   * Whether what a row without a record names is there at all; without it that hangs on whether records are created. False
   * is asked about.
   */
  exists?: (key: string) => boolean
  /** Why the cell of an unknown key is wrong when no record is created; it is told which `columns` are missing. */
  unknown: string
  /** Cells that stand for something else, such as the name of another record: what is kept of them. */
  reads?: Record<string, ReadCell>
  /** What is wrong between the values of a record that is added or changed. */
  judges?: (values: Values) => readonly { field: string; reason: string }[]
}

/** What is kept of a cell, seen beside what the record holds now (undefined for a new one), or why it is wrong. */
export type ReadCell = (
  typed: Value,
  before: Value | undefined,
  record: StoredRecord | undefined,
) => { value: Value } | { reason: string }

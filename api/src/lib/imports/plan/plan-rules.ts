import type { SheetProblem } from '@kontor/contract/lib/imports/columns'

export type Value = string | number | boolean | null
export type RowValues = Record<string, Value>

/** The values that differ from those before. */
export function changedIn(values: RowValues, before: RowValues) {
  const changed: RowValues = {}
  for (const [field, value] of Object.entries(values)) if (before[field] !== value) changed[field] = value
  return changed
}

/** Identifies a new record within an import, by the values of its identifying fields. */
export const recordKey = (values: Record<string, unknown>, fields: readonly string[]) =>
  fields.map((field) => String(values[field] ?? '')).join('\u001f')

/** A record that a sheet may change: only the fields of the sheet. */
export interface ExistingRecord {
  id: number
  values: RowValues
}

/** The record that a row of a sheet belongs to. */
export interface Match {
  record?: ExistingRecord
  /** Identifies a new record within the file; undefined when the row has no key. */
  key?: string
  /** Why the record cannot be determined, and at which field. */
  wrong?: { field: string; reason: string; params?: SheetProblem['params'] }
}

/** The stored records that a sheet refers to, by key. */
export interface ExistingRecords {
  records: { get: (key: string) => ExistingRecord | undefined }
  /** For unknown codes: the stored code that looks the same. */
  lookalikes: ReadonlyMap<string, string>
  /** By row number, when more than one cell identifies a record. */
  matches?: ReadonlyMap<number, Match>
}

/** How rows of a sheet are matched with records and validated. */
export interface PlanRules {
  /** The field that names a record. */
  key: string
  /** Default values: of a new record's empty fields, and of fields that are cleared. */
  defaults: RowValues
  /** Fields without which a record is created only after a confirmation. */
  confirmIfMissing?: readonly string[]
  /** Fields without which a record is created after a warning. */
  warnIfMissing?: readonly string[]
  /** The columns without which no record is created; null when none ever is. */
  requiredToCreate: readonly string[] | null
  /**
   * Whether the record of an unknown key exists elsewhere; without this function it depends on whether records are
   * created. False makes it a question.
   */
  exists?: (key: string) => boolean
  /** The message for the cell of an unknown key when no record is created; its parameter `columns` names what is missing. */
  unknown: string
  /** Converts cells that refer to something else, such as the name of another record, to the stored value. */
  converters?: Record<string, CellConverter>
  /** Validates the values of an added or changed record together. */
  validate?: (values: RowValues) => readonly { field: string; reason: string }[]
}

/** Returns the value to store for a cell, or the message key of its problem. `before` is undefined for a new record. */
export type CellConverter = (
  typed: Value,
  before: Value | undefined,
  record: ExistingRecord | undefined,
) => { value: Value } | { reason: string }

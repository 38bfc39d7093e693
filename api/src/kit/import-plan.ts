import { setImmediate } from 'node:timers/promises'
import type { ImportChange } from '@kontor/contract/kit/imports'
import { columnLetters, type SheetColumns, type SheetProblem } from '@kontor/contract/kit/sheet'
import type { Table } from './excel/table.ts'

export type Value = string | number | boolean | null
export type Values = Record<string, Value>

/** A record that a sheet may change: only the fields of the sheet's layout. */
export interface StoredRecord {
  id: number
  values: Values
}

/** What an import would do. Values are whole records: the sheet's cells over what was there before. */
export interface Plan {
  create: { row: number; values: Values }[]
  update: { row: number; id: number; values: Values; before: Values }[]
  same: number
  problems: SheetProblem[]
}

/** How sheet rows meet records. */
export interface PlanRules {
  /** The field that names a record. */
  key: string
  /** Values of a new record's fields that the sheet has no column for. */
  blank: Values
  /** Fields whose empty cell leaves the record as it is, as if the sheet had no such column. */
  emptyKeeps: readonly string[]
  /** The columns without which no record is created; null when none ever is. */
  createsWith: readonly string[] | null
  /** Why the cell of an unknown key is wrong when no record is created. */
  unknown: string
  /** Cells that stand for something else, such as the name of another record: what is kept of them. */
  reads?: Record<string, ReadCell>
}

/** What is kept of a cell, seen beside what the record holds now (undefined for a new one), or why it is wrong. */
export type ReadCell = (
  typed: Value,
  before: Value | undefined,
  record: StoredRecord | undefined,
) => { value: Value } | { reason: string }

/** Compares a sheet with the records that exist, by key. Nothing is written. */
export async function planImport<C extends SheetColumns>(
  table: Table<C>,
  stored: ReadonlyMap<string, StoredRecord>,
  rules: PlanRules,
): Promise<Plan> {
  const plan: Plan = { create: [], update: [], same: 0, problems: table.rows.flatMap((row) => row.problems) }
  const firstRow = new Map<string, number>()
  const mayCreate = rules.createsWith?.every((field) => table.columns.includes(field)) ?? false
  for (const [i, { row, cells, problems }] of table.rows.entries()) {
    if (i % 1000 === 999) await setImmediate() // others get their turn
    const code = cells[rules.key]
    if (!code) continue // already among the problems
    const key = String(code.value)
    const earlier = firstRow.get(key)
    const refuse = (reason: string, params?: SheetProblem['params']) =>
      plan.problems.push(problemAt(table, rules.key, row, code.raw, reason, params))
    if (earlier !== undefined) refuse('import.duplicate', { row: earlier })
    else firstRow.set(key, row)
    if (earlier !== undefined || problems.length > 0) continue
    const old = stored.get(key)
    if (!old && !mayCreate) refuse(rules.unknown)
    if (!old && !mayCreate) continue
    const { given, wrong } = readCells(table, row, cells, rules, old)
    if (wrong.length > 0) plan.problems.push(...wrong)
    else if (!old) plan.create.push({ row, values: { ...rules.blank, ...given } })
    else if (Object.entries(given).every(([field, value]) => old.values[field] === value)) plan.same += 1
    else plan.update.push({ row, id: old.id, values: { ...old.values, ...given }, before: old.values })
  }
  plan.problems.sort((a, b) => a.row - b.row || a.column.localeCompare(b.column))
  return plan
}

/** A row's values by field, without the empty cells that leave a record as it is. */
function readCells<C extends SheetColumns>(
  table: Table<C>,
  row: number,
  cells: Table<C>['rows'][number]['cells'],
  rules: PlanRules,
  old: StoredRecord | undefined,
) {
  const given: Values = {}
  const wrong: SheetProblem[] = []
  for (const [field, cell] of Object.entries(cells)) {
    const { raw, value } = cell as { raw: string; value: Value } // a row's cells by kind
    if (value === null && rules.emptyKeeps.includes(field)) continue
    const read = rules.reads?.[field]?.(value, old?.values[field], old) ?? { value }
    if ('value' in read) given[field] = read.value
    else wrong.push(problemAt(table, field, row, raw, read.reason))
  }
  return { given, wrong }
}

function problemAt<C extends SheetColumns>(
  table: Table<C>,
  key: string,
  row: number,
  raw: string,
  reason: string,
  params?: SheetProblem['params'],
): SheetProblem {
  const { column, header } = table.places[key] ?? { column: columnLetters(0), header: key }
  return { row, column, key, header, raw, reason, ...(params ? { params } : {}) }
}

/** The plan's changes as a preview shows them, in the sheet's order: new values, and old ones where they differ. */
export function planChanges(
  plan: Plan,
  most: number,
  shown = (values: Values): Values => values,
): ImportChange[] {
  const created = plan.create.slice(0, most).map(({ row, values }) => ({
    row,
    change: 'create' as const,
    values: shown(values),
    before: {},
  }))
  const updated = plan.update.slice(0, most).map(({ row, values, before }) => ({
    row,
    change: 'update' as const,
    values: shown(values),
    before: shown(
      Object.fromEntries(Object.entries(before).filter(([field, value]) => values[field] !== value)),
    ),
  }))
  return [...created, ...updated].sort((a, b) => a.row - b.row).slice(0, most)
}

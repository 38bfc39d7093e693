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
  /** Without this column no record can be created: an unknown key is then a wrong cell. */
  createsWith: string
}

/** Compares a sheet with the records that exist, by key. Nothing is written. */
export async function planImport<C extends SheetColumns>(
  table: Table<C>,
  stored: ReadonlyMap<string, StoredRecord>,
  rules: PlanRules,
): Promise<Plan> {
  const plan: Plan = { create: [], update: [], same: 0, problems: table.rows.flatMap((row) => row.problems) }
  const firstRow = new Map<string, number>()
  for (const [i, { row, cells, problems }] of table.rows.entries()) {
    if (i % 1000 === 999) await setImmediate() // others get their turn
    const code = cells[rules.key]
    if (!code) continue // already among the problems
    const key = String(code.value)
    const earlier = firstRow.get(key)
    const refuse = (reason: string, params?: SheetProblem['params']) =>
      plan.problems.push(keyProblem(table, rules.key, row, code.raw, reason, params))
    if (earlier !== undefined) refuse('import.duplicate', { row: earlier })
    else firstRow.set(key, row)
    if (earlier !== undefined || problems.length > 0) continue
    const values = Object.entries(cells).map(
      ([field, cell]) => [field, (cell as { value: Value }).value] as const,
    ) // a row's cells by kind
    const given = Object.fromEntries(
      values.filter(([field, value]) => value !== null || !rules.emptyKeeps.includes(field)),
    )
    const old = stored.get(key)
    if (!old && !table.columns.includes(rules.createsWith)) refuse('import.unknown_code')
    else if (!old) plan.create.push({ row, values: { ...rules.blank, ...given } })
    else if (Object.entries(given).every(([field, value]) => old.values[field] === value)) plan.same += 1
    else plan.update.push({ row, id: old.id, values: { ...old.values, ...given }, before: old.values })
  }
  plan.problems.sort((a, b) => a.row - b.row || a.column.localeCompare(b.column))
  return plan
}

function keyProblem<C extends SheetColumns>(
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
export function planChanges(plan: Plan, most: number): ImportChange[] {
  const created = plan.create.slice(0, most).map(({ row, values }) => ({
    row,
    change: 'create' as const,
    values,
    before: {},
  }))
  const updated = plan.update.slice(0, most).map(({ row, values, before }) => ({
    row,
    change: 'update' as const,
    values,
    before: Object.fromEntries(Object.entries(before).filter(([field, value]) => values[field] !== value)),
  }))
  return [...created, ...updated].sort((a, b) => a.row - b.row).slice(0, most)
}

import {
  keyFieldOf,
  type SheetColumn,
  type SheetColumns,
  type SheetProblem,
} from '@kontor/contract/lib/imports/columns'
import {
  changeInPercent,
  type ImportChange,
  type ImportEffect,
  type ImportResult,
  isLargeChange,
  LEFT_OUT_ROWS,
  PREVIEW_ROWS,
} from '@kontor/contract/lib/imports/imports'
import { timeSlices } from '../concurrency/time-slices.ts'
import type { Table } from '../spreadsheets/header-mapping/table.ts'
import { fingerprintOf } from './plan/fingerprint.ts'
import { cellText, type Plan } from './plan/plan.ts'
import type { RowValues } from './plan/plan-rules.ts'

/** The response to a preview or an import. */
export async function importResponse<C extends SheetColumns>(
  message: 'import.preview' | 'import.done',
  table: Table<C>,
  plan: Plan,
  shown?: (values: RowValues) => RowValues,
): Promise<ImportResult> {
  const { effects, largeRows } = await importEffects(table, plan.update, shown)
  return {
    message,
    applied: message === 'import.done',
    counts: {
      create: plan.create.length,
      update: plan.update.length,
      same: plan.same,
      problems: plan.problems.length,
    },
    total_rows: table.rows.length + table.leftOut.length,
    sheet: table.sheet,
    sheets: table.sheets,
    questions: plan.questions,
    left_out: plan.leftOut.length,
    left_out_rows: plan.leftOut.slice(0, LEFT_OUT_ROWS),
    columns: table.columns,
    fields: Object.keys(table.layout),
    sheet_columns: table.sheetColumns,
    unknown_columns: table.unknown.map(({ header }) => header),
    problems: withCodes(table, plan.problems.slice(0, PREVIEW_ROWS)),
    problem_groups: problemGroups(plan.problems),
    complete: table.complete,
    ...(message === 'import.preview' && { plan: await fingerprintOf(plan, table.columns) }),
    effects,
    changes: planChanges(plan, PREVIEW_ROWS, shown, largeRows),
  }
}

/** Adds the text of the key's cell to each problem. */
function withCodes<C extends SheetColumns>({ rows, layout }: Table<C>, problems: readonly SheetProblem[]) {
  const wrong = new Set(problems.map(({ row }) => row))
  const key = keyFieldOf(layout)
  const codes = new Map<number, string>()
  for (const row of rows) if (wrong.has(row.row)) codes.set(row.row, cellText(row, key))
  return problems.map((problem) => ({
    ...problem,
    code: codes.get(problem.row) || (problem.key === key ? problem.raw : ''),
  }))
}

/** Wrong cells by column and reason, the most frequent first. */
function problemGroups(problems: readonly SheetProblem[]): ImportResult['problem_groups'] {
  const groups = new Map<string, ImportResult['problem_groups'][number]>()
  for (const { key, header, reason, row } of problems) {
    const group = groups.get(`${key} ${reason}`)
    if (group) group.count += 1
    else groups.set(`${key} ${reason}`, { key, header, reason, count: 1, first_row: row })
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}

/** What the updates do to the sheet's amounts and numbers, not to codes; and the rows with a large change. */
async function importEffects<C extends SheetColumns>(
  { columns, layout }: Pick<Table<C>, 'columns' | 'layout'>,
  updates: Plan['update'],
  shown = (values: RowValues): RowValues => values,
): Promise<{ effects: ImportEffect[]; largeRows: ReadonlySet<number> }> {
  const largeRows = new Set<number>()
  const isNumber = ({ kind, required, refers }: SheetColumn) =>
    (kind === 'decimal' || kind === 'integer') && !required && !refers
  const effects = columns
    .filter((key) => layout[key] && isNumber(layout[key]))
    .map((key) => ({ key, changed: 0, zero: 0, large: 0, sum: 0, count: 0, row: 0, most: 0 }))
  if (effects.length === 0) return { effects: [], largeRows }
  const slice = timeSlices()
  for (const { row, values, before } of updates) {
    if (slice.isOver()) await slice.next()
    const now = shown(values)
    const then = shown(before)
    for (const effect of effects) {
      const from = then[effect.key]
      const to = now[effect.key]
      if (from === to || from === undefined) continue
      effect.changed++
      if (to !== null && Number(to) === 0) effect.zero++
      if (isLargeChange(from, to)) {
        effect.large++
        largeRows.add(row)
      }
      const percent = changeInPercent(from, to)
      if (percent === null) continue
      effect.count++
      effect.sum += percent
      if (Math.abs(percent) > Math.abs(effect.most)) Object.assign(effect, { most: percent, row })
    }
  }
  const found = effects
    .filter(({ changed }) => changed > 0)
    .map(({ key, changed, zero, large, sum, count, row, most }) => ({
      key,
      changed,
      zero,
      large,
      average: count > 0 ? Math.round(sum / count) : null,
      largest: count > 0 ? { row, percent: Math.round(most) } : null,
    }))
  return { effects: found, largeRows }
}

/**
 * The plan's changes as a preview shows them, in the sheet's order: new values, and old ones where they differ. Of more
 * than `most` those with a large change come first.
 */
export function planChanges(
  plan: Plan,
  most: number,
  shown = (values: RowValues): RowValues => values,
  largeRows: ReadonlySet<number> = new Set(),
): ImportChange[] {
  const all: { row: number; values: RowValues; before?: RowValues }[] = [...plan.create, ...plan.update]
  const rank = ({ row }: { row: number }) => (largeRows.has(row) ? 0 : 1)
  return all
    .sort((a, b) => rank(a) - rank(b) || a.row - b.row)
    .slice(0, most)
    .sort((a, b) => a.row - b.row)
    .map(({ row, values, before }) => {
      const now = shown(values)
      if (!before) return { row, change: 'create', values: now, before: {} }
      const differing = Object.entries(shown(before)).filter(([field, value]) => now[field] !== value)
      return { row, change: 'update', values: now, before: Object.fromEntries(differing) }
    })
}

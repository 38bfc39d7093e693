import { type ImportChange, type ImportResult, PREVIEW_ROWS } from '@kontor/contract/kit/imports/imports'
import type { SheetColumns, SheetProblem } from '@kontor/contract/kit/imports/sheet'
import type { Table } from '../layouts/layouts.ts'
import type { Plan, Values } from './plan.ts'

/** What a call answers that previews an import or has applied it. */
export function importReply<C extends SheetColumns>(
  message: 'import.preview' | 'import.done',
  table: Table<C>,
  plan: Plan,
  shown?: (values: Values) => Values,
): ImportResult {
  return {
    message,
    applied: message === 'import.done',
    counts: {
      create: plan.create.length,
      update: plan.update.length,
      same: plan.same,
      problems: plan.problems.length,
    },
    total_rows: table.rows.length + table.leftOut,
    sheet: table.sheet,
    sheets: table.sheets,
    questions: plan.questions,
    left_out: plan.leftOut,
    columns: table.columns,
    unknown_columns: table.unknown.map(({ header }) => header),
    problems: plan.problems.slice(0, PREVIEW_ROWS),
    problem_groups: groupsOf(plan.problems),
    complete: table.complete,
    changes: planChanges(plan, PREVIEW_ROWS, shown),
  }
}

/** Wrong cells by column and reason, the most frequent first. */
function groupsOf(problems: readonly SheetProblem[]): ImportResult['problem_groups'] {
  const groups = new Map<string, ImportResult['problem_groups'][number]>()
  for (const { key, header, reason, row } of problems) {
    const group = groups.get(`${key} ${reason}`)
    if (group) group.count += 1
    else groups.set(`${key} ${reason}`, { key, header, reason, count: 1, first_row: row })
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
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
  const updated = plan.update.slice(0, most).map(({ row, values, before }) => {
    const now = shown(values)
    const differing = Object.entries(shown(before)).filter(([field, value]) => now[field] !== value)
    return { row, change: 'update' as const, values: now, before: Object.fromEntries(differing) }
  })
  return [...created, ...updated].sort((a, b) => a.row - b.row).slice(0, most)
}

import type { SheetProblem } from '@kontor/contract/lib/imports/columns'
import type { MergedRange } from '../workbook.ts'
import type { ColumnMapping } from './header.ts'

/** The changeable parts of a row. */
interface Read {
  row: number
  cells: Record<string, unknown>
  problems: SheetProblem[]
}

/** Maximum number of reported cells. */
const MAX_REPORTED = 10_000

/**
 * Reports the cells of a merged range below the first row: they are displayed with its value but empty in the file, so
 * their value is unknown.
 */
export function rejectMergedCells(
  rows: readonly Read[],
  mappings: readonly ColumnMapping[],
  merged: readonly MergedRange[],
) {
  let reported = 0
  for (const { top, bottom, left, right } of merged) {
    if (bottom === top) continue
    const within = mappings.filter(({ index }) => index >= left && index <= right)
    for (let i = within.length > 0 ? firstAfter(rows, top) : rows.length; reported < MAX_REPORTED; i++) {
      const row = rows[i]
      if (!row || row.row > bottom) break
      for (const { key, letter, header } of within) {
        delete row.cells[key]
        row.problems.push({ row: row.row, column: letter, key, header, raw: '', reason: 'excel.merged' })
        reported += 1
      }
    }
  }
}

/** The index of the first row below a row number; rows are sorted. */
function firstAfter(rows: readonly { row: number }[], number: number): number {
  let from = 0
  let to = rows.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((rows[middle]?.row ?? 0) <= number) from = middle + 1
    else to = middle
  }
  return from
}

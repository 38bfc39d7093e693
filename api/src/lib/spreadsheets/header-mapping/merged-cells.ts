import type { SheetProblem } from '@kontor/contract/lib/imports/columns'
import type { MergedRange } from '../workbook.ts'
import type { Place } from './header.ts'

/** What is changed of a row. */
interface Read {
  row: number
  cells: Record<string, unknown>
  problems: SheetProblem[]
}

/** So many of them say enough. */
const MAX_REPORTED = 10_000

/**
 * Cells below the first of a merged range are empty in the file, and seen with its value: whether they have it is not
 * known, so they are wrong.
 */
export function rejectMergedCells(
  rows: readonly Read[],
  places: readonly Place[],
  merged: readonly MergedRange[],
) {
  let reported = 0
  for (const { top, bottom, left, right } of merged) {
    if (bottom === top) continue
    const within = places.filter(({ index }) => index >= left && index <= right)
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

/** The index of the first row below that of a number; rows come in the order of their numbers. */
function firstAfter(rows: readonly { row: number }[], number: number): number {
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((rows[middle]?.row ?? 0) <= number) from = middle + 1
    else to = middle
  }
  return from
}

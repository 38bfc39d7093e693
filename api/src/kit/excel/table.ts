import { setImmediate } from 'node:timers/promises'
import {
  columnLetters,
  foldHeader,
  type SheetColumn,
  type SheetColumns,
  type SheetProblem,
  type SheetValue,
  sheetHeaders,
} from '@kontor/contract/kit/sheet'
import { SheetError } from '../sheets/sheet-error.ts'
import type { Cell, Row, Sheet, Workbook } from '../sheets/workbook.ts'
import { convert, shown } from './convert.ts'

/** A cell that is right: what the user sees in it and what it means. */
export interface TableCell<C extends SheetColumn> {
  raw: string
  value: SheetValue<C>
}

export interface TableRow<C extends SheetColumns> {
  /** Excel's row number, from 1. */
  row: number
  /** By field. A field is absent when the sheet has no such column or the cell is among the problems. */
  cells: { [K in keyof C]?: TableCell<C[K]> }
  problems: SheetProblem[]
}

export interface Table<C extends SheetColumns> {
  /** Name of the sheet in which the header was found. */
  sheet: string
  /** Fields that the sheet has, from left to right. */
  columns: (keyof C & string)[]
  /** Where each of these stands: its column letter, and its header as written. */
  places: { [K in keyof C]?: { column: string; header: string } }
  /** Headers that mean nothing to us, with their column letters. */
  unknown: { column: string; header: string }[]
  rows: TableRow<C>[]
  /** False when reading ended early because of too many wrong cells. */
  complete: boolean
}

/** The header may have titles above it. */
const HEADER_WITHIN = 30
/** So many wrong cells say that the columns are mixed up: more of them would tell nobody anything. */
const MAX_PROBLEMS = 10_000
/** Rows converted before others get their turn. */
const CHUNK = 200

interface Place {
  key: string
  column: SheetColumn
  header: string
  index: number
}

interface Header {
  sheet: Sheet
  row: Row
  places: Place[]
  unknown: Table<SheetColumns>['unknown']
}

/**
 * Finds the table in a workbook by its header and converts every cell by its column's kind and rule; all wrong cells
 * are reported, not the first. Rows without a value in a known column are skipped. Throws {@link SheetError}
 * `excel.no_header` (`columns`: the required ones) or `excel.duplicate_header` (`header`, `columns`: their letters).
 */
export async function readTable<C extends SheetColumns>(workbook: Workbook, columns: C): Promise<Table<C>> {
  const { sheet, row: header, places, unknown } = await findHeader(workbook, columns)
  const rows: TableRow<C>[] = []
  let problems = 0
  let seen = 0
  for await (const row of sheet.rows) {
    if (row.number <= header.number || isEmpty(row, places)) continue
    if (problems >= MAX_PROBLEMS) break
    const converted = convertRow<C>(row, places)
    problems += converted.problems.length
    rows.push(converted)
    if (++seen % CHUNK === 0) await setImmediate()
  }
  const columnKeys = places.map((place) => place.key)
  const named = places.map(({ key, header: text, index }) => [
    key,
    { column: columnLetters(index), header: text },
  ])
  return {
    sheet: sheet.name,
    columns: columnKeys,
    places: Object.fromEntries(named),
    unknown,
    rows,
    complete: problems < MAX_PROBLEMS,
  }
}

/** The row with the most known columns among the first rows of all sheets; the first of equals. */
async function findHeader(workbook: Workbook, columns: SheetColumns): Promise<Header> {
  const keys = sheetHeaders(columns)
  const required = Object.keys(columns).filter((key) => columns[key]?.required)
  let best: Header | undefined
  for (const sheet of workbook.sheets) {
    for await (const row of sheet.rows) {
      if (row.number > HEADER_WITHIN) break
      const header = headerOf(sheet, row, columns, keys)
      const found = new Set(header.places.map((place) => place.key))
      const fits = found.size > 0 && required.every((key) => found.has(key))
      if (fits && header.places.length > (best?.places.length ?? 0)) best = header
    }
  }
  if (!best) throw new SheetError('excel.no_header', { columns: names(columns, required) })
  refuseDoubles(best.places)
  return best
}

function headerOf(
  sheet: Header['sheet'],
  row: Row,
  columns: SheetColumns,
  keys: Map<string, string>,
): Header {
  const header: Header = { sheet, row, places: [], unknown: [] }
  row.cells.forEach((cell) => {
    const { column: index } = cell
    const text = shown(cell)
    const key = keys.get(foldHeader(text))
    const column = key === undefined ? undefined : columns[key]
    if (key !== undefined && column) header.places.push({ key, column, header: text, index })
    else if (text) header.unknown.push({ column: columnLetters(index), header: text })
  })
  return header
}

function refuseDoubles(places: Place[]) {
  for (const { key, header } of places) {
    const same = places.filter((place) => place.key === key)
    if (same.length === 1) continue
    const letters = same.map((place) => columnLetters(place.index)).join(', ')
    throw new SheetError('excel.duplicate_header', { header, columns: letters })
  }
}

const names = (columns: SheetColumns, keys: string[]) =>
  (keys.length > 0 ? keys : Object.keys(columns)).map((key) => columns[key]?.header.cnr).join(', ')

const cellAt = (row: Row, place: Place): Cell | undefined =>
  row.cells.find(({ column }) => column === place.index)
const isEmpty = (row: Row, places: Place[]) => places.every((place) => cellAt(row, place) === undefined)

function convertRow<C extends SheetColumns>(row: Row, places: Place[]): TableRow<C> {
  const cells: Record<string, TableCell<SheetColumn>> = {}
  const problems: SheetProblem[] = []
  for (const place of places) {
    const cell = cellAt(row, place)
    const raw = shown(cell)
    const result = convert(cell, place.column)
    if ('value' in result) cells[place.key] = { raw, value: result.value }
    else {
      const { key, header, index } = place
      problems.push({ row: row.number, column: columnLetters(index), key, header, raw, ...result })
    }
  }
  // The keys are those of the layout and the values are of their kinds: `convert` saw to it.
  return { row: row.number, cells: cells as TableRow<C>['cells'], problems }
}

// Finds the columns of a layout in a file, and converts its cells.

import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type {
  FileColumn,
  ImportAnswers,
  ImportQuestion,
  ImportSheet,
  LeftOutRow,
} from '@kontor/contract/lib/imports/questions'
import { timeSlices } from '../../concurrency/time-slices.ts'
import type { Rows } from '../packed-rows.ts'
import type { Workbook } from '../workbook.ts'
import { chooseColumns } from './choose-columns.ts'
import { chooseSheet, findHeaders, lastColumnOf } from './header.ts'
import { rejectMergedCells } from './merged-cells.ts'
import { RowReader, type TableRow } from './table-rows.ts'

export interface Table<C extends SheetColumns> {
  layout: C
  /** Name of the sheet that was read, and of every sheet with a table. */
  sheet: string
  sheets: ImportSheet[]
  /** Fields that the sheet has, from left to right. */
  columns: (keyof C & string)[]
  /** The column letter and the original header of each of them. */
  headers: { [K in keyof C]?: { column: string; header: string } }
  /** All columns of the sheet. */
  sheetColumns: FileColumn[]
  /** Unmatched or unchosen headers, with their column letters. */
  unknown: { column: string; header: string }[]
  rows: Rows<TableRow<C>>
  /** The values of the key's cells by row number, where rows are packed: to unpack all of them for the keys takes long. */
  keys?: ReadonlyMap<number, string | number>
  /** Hidden rows that were left out by an answer. */
  leftOut: LeftOutRow[]
  /** Questions about the file. */
  questions: ImportQuestion[]
  /** False when reading ended early because of too many problems. */
  complete: boolean
  /** The values are a program's, which Excel has not changed. */
  isFromProgram?: true
}

/** The table of a sheet. */
interface SheetTable<C extends SheetColumns> extends Table<C> {
  rows: TableRow<C>[]
}

/**
 * Finds the table in a workbook by its header and converts every cell by its column's kind and rule; all problems are
 * reported. Questions are returned, and read by their first possible answer meanwhile. Throws SheetError
 * `excel.no_header` (`columns`: the key field).
 */
export async function readTable<C extends SheetColumns>(
  workbook: Workbook,
  columns: C,
  answers: ImportAnswers = {},
): Promise<SheetTable<C>> {
  const found = await chooseSheet(await findHeaders(workbook, columns), answers.sheet)
  const { sheet, row: top } = found.header
  const { mappings, unknown, questions } = chooseColumns(found.header, columns, answers.columns)
  const reader = new RowReader(columns, mappings, answers, lastColumnOf(found.header))
  const slice = timeSlices()
  for await (const row of sheet.rows) {
    if (reader.isFull) break
    if (row.number > top) reader.add(row)
    else if (row.number === top) reader.addHeader(row)
    if (slice.isOver()) await slice.next()
  }
  const tableQuestions = reader.finish()
  const rows = reader.rows as TableRow<C>[] // its cells are read by the columns' kinds
  if (!reader.isFull) rejectMergedCells(reader.rows, mappings, await sheet.merged())
  const count = rows.length + reader.leftOut.length
  const named = mappings.map(({ key, letter, header }) => [key, { column: letter, header }])
  return {
    layout: columns,
    sheet: sheet.name,
    sheets: found.sheets.map((one) => (one.name === sheet.name ? { ...one, rows: count } : one)),
    columns: mappings.map((mapping) => mapping.key),
    headers: Object.fromEntries(named),
    sheetColumns: found.header.columns.map(({ letter, header, sample }) => ({
      column: letter,
      header,
      sample,
      field: mappings.find((mapping) => mapping.letter === letter)?.key ?? null,
    })),
    unknown,
    rows,
    leftOut: reader.leftOut,
    questions: [...encodingQuestion(workbook), ...found.questions, ...questions, ...tableQuestions],
    complete: !reader.isFull,
  }
}

const encodingQuestion = ({ guess }: Workbook): ImportQuestion[] => {
  if (!guess) return []
  const { page, readings, isClear, isChosen } = guess
  return [{ kind: 'encoding', blocking: !isClear, answer: isClear || isChosen ? page : null, readings }]
}

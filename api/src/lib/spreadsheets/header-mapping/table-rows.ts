import {
  columnLetters,
  keyFieldOf,
  type SheetColumn,
  type SheetColumns,
  type SheetProblem,
  type SheetValue,
} from '@kontor/contract/lib/imports/columns'
import {
  type ImportAnswers,
  type ImportQuestion,
  type LeftOutRow,
  type OddRow,
  QUESTION_EXAMPLES,
} from '@kontor/contract/lib/imports/questions'
import { decimalMarks } from '@kontor/contract/lib/text/locales'
import type { Cell, Row } from '../workbook.ts'
import { convert, displayedText, type Problem } from './convert.ts'
import { DecimalMarks } from './decimal-marks.ts'
import type { ColumnMapping } from './header.ts'
import { findOddRows, leftOutRows, textOf } from './odd-rows.ts'

/** A valid cell: its displayed text and its value. */
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
  /** Why the row is probably no record, unless its key is known. */
  odd?: OddRow
  /** A cell contains further rows. The row is a problem and cannot be left out. */
  isTorn?: true
  /** The text of all its cells, including unread columns; shortened. */
  text: string
}

/** Reading stops at this many wrong cells: the columns are probably mixed up. */
const MAX_PROBLEMS = 10_000

type Read = TableRow<SheetColumns> & { cells: Record<string, TableCell<SheetColumn>> }
const EMPTY: TableCell<SheetColumn> = { raw: '', value: null }

/** Converts the rows of a table one by one and collects its problems and questions. */
export class RowReader {
  readonly rows: Read[] = []
  readonly leftOut: LeftOutRow[] = []
  #problems = 0
  readonly #hiddenRows: number[] = []
  /** Count of numbers that were rounded as displayed, by field. */
  readonly #rounded = new Map<string, number>()
  readonly #roundExamples: { row: number; column: string; stored: string; shown: string }[] = []
  /** Cells that are converted after the whole column was read. */
  readonly #waiting: { row: Read; mapping: ColumnMapping; cell: Cell }[] = []
  readonly #mappings: ReadonlyMap<number, ColumnMapping>
  readonly #answers: ImportAnswers
  /** A cell after this column means that its row was split wrongly. */
  readonly #last: number
  readonly #marks: DecimalMarks
  readonly #oddness: ReturnType<typeof findOddRows>
  readonly #isLeftOut: (row: number) => boolean
  /** Odd rows that are left out unless their key is known: they raise and decide no question. */
  readonly #mute = new Set<Read>()

  constructor(
    columns: SheetColumns,
    mappings: readonly ColumnMapping[],
    answers: ImportAnswers,
    last: number,
  ) {
    this.#last = last
    this.#mappings = new Map(mappings.map((mapping) => [mapping.index, mapping]))
    this.#answers = answers
    this.#marks = new DecimalMarks(answers.decimals)
    this.#oddness = findOddRows(columns, mappings, keyFieldOf(columns))
    this.#isLeftOut = leftOutRows(answers)
  }

  /** True when there are so many problems that reading stops. */
  get isFull() {
    return this.#problems >= MAX_PROBLEMS
  }

  /** Adds the header row, which is a problem when a cell of it contains the rows below. */
  addHeader(row: Row) {
    const torn = row.cells.filter(({ hasRows }) => hasRows)
    if (torn.length === 0) return
    const read: Read = { row: row.number, cells: {}, problems: [], text: textOf(row) }
    for (const cell of torn) this.#addRowProblem(read, cell, 'excel.torn')
    this.rows.push(read)
  }

  /** Adds a row below the header; a row without a value in a mapped column is skipped, unless a cell contains rows. */
  add(row: Row) {
    if (!row.cells.some(({ column, hasRows }) => hasRows || this.#mappings.has(column))) return
    if (row.hidden) this.#hiddenRows.push(row.number)
    if (row.hidden && this.#answers.hidden_rows === 'leave_out')
      this.leftOut.push({ row: row.number, reason: 'hidden', text: textOf(row) })
    else this.rows.push(this.#read(row))
  }

  /** Converts the deferred cells; returns the questions of the table. */
  finish(): ImportQuestion[] {
    for (const { row, mapping, cell } of this.#waiting)
      if (this.#mute.has(row) && !this.#marks.isKnown(mapping.key))
        this.#addProblem(row, mapping, cell, { reason: 'validation.not_a_number' })
      else this.#convert(row, mapping, cell)
    const answer = this.#answers.hidden_rows ?? 'read'
    const rows = this.#hiddenRows.slice(0, QUESTION_EXAMPLES)
    const hidden: ImportQuestion[] =
      rows.length > 0
        ? [{ kind: 'hidden_rows', blocking: false, answer, count: this.#hiddenRows.length, rows }]
        : []
    return [...this.#marks.questions(), ...hidden, ...this.#roundQuestion()]
  }

  #read(row: Row): Read {
    const odd = this.#oddness(row)
    const read: Read = { row: row.number, cells: {}, problems: [], text: textOf(row), ...(odd && { odd }) }
    const isMute = odd !== undefined && this.#isLeftOut(row.number)
    if (isMute) this.#mute.add(read)
    for (const { key } of this.#mappings.values()) read.cells[key] = EMPTY
    for (const cell of row.cells) {
      const mapping = this.#mappings.get(cell.column)
      if (cell.hasRows) read.isTorn = true
      if (!mapping) {
        if (cell.hasRows) this.#addRowProblem(read, cell, 'excel.torn')
        continue
      }
      if (this.#marks.doubts(row.number, mapping, cell, !isMute))
        this.#waiting.push({ row: read, mapping, cell })
      else this.#convert(read, mapping, cell)
    }
    const beyond = row.cells.find(({ column }) => column > this.#last)
    if (beyond) this.#addRowProblem(read, beyond, 'excel.too_many_cells')
    return read
  }

  /** Adds a problem for a cell outside the mapped columns. */
  #addRowProblem(row: Read, cell: Cell, reason: string) {
    const column = columnLetters(cell.column)
    row.problems.push({ row: row.row, column, key: '', header: '', raw: displayedText(cell), reason })
    if (!row.odd) this.#problems += 1
  }

  #convert(row: Read, mapping: ColumnMapping, cell: Cell) {
    const { key, column } = mapping
    const isMute = this.#mute.has(row)
    const mark = column.kind === 'text' ? decimalMarks.cnr : this.#marks.of(key)
    const round = this.#answers.round ?? !isMute
    const result = convert(cell, { column, mark, round })
    if (!('value' in result)) return this.#addProblem(row, mapping, cell, result)
    row.cells[key] = { raw: displayedText(cell), value: result.value } as TableCell<SheetColumn>
    if (result.rounded !== undefined && !isMute)
      this.#countRounded(row.row, mapping, result.rounded, String(result.value))
  }

  #addProblem(row: Read, { key, letter, header }: ColumnMapping, cell: Cell, why: Problem) {
    delete row.cells[key]
    row.problems.push({ row: row.row, column: letter, key, header, raw: displayedText(cell), ...why })
    if (!row.odd) this.#problems += 1
  }

  #countRounded(row: number, { key, letter }: ColumnMapping, stored: string, taken: string) {
    this.#rounded.set(key, (this.#rounded.get(key) ?? 0) + 1)
    if (this.#roundExamples.length < QUESTION_EXAMPLES)
      this.#roundExamples.push({ row, column: letter, stored, shown: taken })
  }

  #roundQuestion(): ImportQuestion[] {
    if (this.#rounded.size === 0) return []
    const columns = [...this.#rounded].map(([field, cells]) => ({ field, cells }))
    const cells = columns.reduce((sum, column) => sum + column.cells, 0)
    const answer = this.#answers.round ?? null
    return [{ kind: 'round', blocking: true, answer, cells, columns, examples: this.#roundExamples }]
  }
}

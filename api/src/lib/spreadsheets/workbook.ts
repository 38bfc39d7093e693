import type { GuessedPage } from './encoding.ts'

/** A non-empty cell; the same for all file formats. */
export interface Cell {
  /** Index from 0. */
  column: number
  /**
   * `error`: an error value, or an invalid value. `uncalculated`: a formula without a stored result. `torn`: a
   * CSV text that contains the separator where a stray quote has merged cells or lines.
   */
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'uncalculated' | 'torn'
  /** A multi-line CSV text. */
  isOnLines?: true
  /** A torn text that has merged whole rows (its last line has as many separators as are before the cell), or cells of its row. */
  hasRows?: boolean
  /** Of a date, its serial number in days; of a percentage, the number before the sign: 5 where Excel stores 0.05. */
  value: string | number | boolean
  /**
   * As Excel displays it, but with a decimal point and without thousands separators: `MIC-00042`, `012-345`, `5%`,
   * `12.35`, `1234.50 KM`, `20.11.2026.`, `TRUE`, `#REF!`. In full where the format is not supported; empty when
   * uncalculated.
   */
  shown: string
  /** A number whose format shows a percent sign, Excel's own or a literal. */
  percent: boolean
  /** The literal next to the digits of a number's format: a currency (`€`, `KM`) or another text (`kom`, `MIC-`). */
  unit?: string
}

export interface Row {
  /** Excel's row number, from 1. */
  number: number
  hidden: boolean
  /** From left to right, without empty cells. */
  cells: Cell[]
}

/** Merged cells: only the first one has a value. */
export interface MergedRange {
  /** Row numbers, from 1. */
  top: number
  bottom: number
  /** Columns, from 0. */
  left: number
  right: number
}

export interface Sheet {
  name: string
  /** A `hidden` sheet can be shown from Excel's menu, a `veryHidden` one only by a macro. */
  state: 'visible' | 'hidden' | 'veryHidden'
  /**
   * From a text format, whose separators may also be in values: a row with more cells than the header was split
   * wrongly.
   */
  isText?: boolean
  /**
   * The non-empty rows. Can be iterated again, each time from the start, and left early. The rows of an .xlsx are not
   * kept in memory, and iterating throws SheetError when the file is damaged or too large.
   */
  rows: Iterable<Row> | AsyncIterable<Row>
  /** Its merged ranges. Free once the rows have been read to the end. */
  merged(): Promise<MergedRange[]>
}

export interface Workbook {
  sheets: Sheet[]
  /** The guessed code page of a text without a declared encoding. */
  guess?: GuessedPage | undefined
}

/** A text as a cell; undefined when it is blank. */
export const textCell = (text: string): Omit<Cell, 'column'> | undefined =>
  text.trim() === '' ? undefined : { kind: 'text', value: text, shown: text, percent: false }

/** Maximum characters of an error value. */
const MAX_ERROR = 100

export function errorCell(error: string): Omit<Cell, 'column'> {
  const shown = error.slice(0, MAX_ERROR)
  return { kind: 'error', value: shown, shown, percent: false }
}

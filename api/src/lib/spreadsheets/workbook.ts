import type { Guess } from './encoding.ts'

/** A cell that holds anything; the same whatever kind of file it comes from. */
export interface Cell {
  /** From 0. */
  column: number
  /**
   * `error`: Excel's own, or a value that is none. `uncalculated`: a formula whose writer left no result. `torn`: a text of
   * CSV that holds the separator where a stray quote has swallowed cells or lines.
   */
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'uncalculated' | 'torn'
  /** A text of CSV that goes over lines. */
  isOnLines?: true
  /** A torn one that has swallowed a line (as many separators as stand before the cell), or cells of its own line. */
  hasRows?: boolean
  /** Of a date, its serial number in days; of a percentage, the number before the sign: 5 where Excel keeps 0.05. */
  value: string | number | boolean
  /**
   * As Excel displays it, but with a decimal point and without thousands separators: `MIC-00042`, `012-345`, `5%`,
   * `12.35`, `1234.50 KM`, `20.11.2026.`, `TRUE`, `#REF!`. In full where a format is too odd; empty when uncalculated.
   */
  shown: string
  /** A number whose format shows a percent sign, Excel's own or one that is only written there. */
  percent: boolean
  /** What the format of a number writes beside its digits: a currency (`€`, `KM`) or anything else (`kom`, `MIC-`). */
  unit?: string
}

export interface Row {
  /** Excel's row number, from 1. */
  number: number
  hidden: boolean
  /** From left to right, without the empty ones. */
  cells: Cell[]
}

/** Cells that are shown as one: the first of them holds the value, the others are empty. */
export interface MergedRange {
  /** Row numbers, from 1. */
  top: number
  bottom: number
  /** Columns, from 0. */
  left: number
  right: number
}

export interface SheetLayout {
  /** Columns, from 0. */
  hiddenColumns: number[]
  merged: MergedRange[]
}

export interface Sheet {
  name: string
  /** A `hidden` sheet can be shown from Excel's menu, a `veryHidden` one only by a macro. */
  state: 'visible' | 'hidden' | 'veryHidden'
  /** A text, whose rows are cut at signs that values have too: one with more cells than the header was cut wrongly. */
  isText?: boolean
  /**
   * The rows that hold anything. May be read again, each time from the start, and left early; the rows of an .xlsx are
   * not kept, and reading them throws SheetError when the file turns out to be damaged or too large.
   */
  rows: Iterable<Row> | AsyncIterable<Row>
  /** What stands beside the rows. Costs nothing once they have been read to the end. */
  layout(): Promise<SheetLayout>
}

export interface Workbook {
  sheets: Sheet[]
  /** Of a text that does not tell its encoding the code page that was taken. */
  guess?: Guess | undefined
}

/** A text as a cell; undefined when it is blank. */
export const textCell = (text: string): Omit<Cell, 'column'> | undefined =>
  text.trim() === '' ? undefined : { kind: 'text', value: text, shown: text, percent: false }

/** Most characters of an error message. */
const MAX_ERROR = 100

export function errorCell(error: string): Omit<Cell, 'column'> {
  const shown = error.slice(0, MAX_ERROR)
  return { kind: 'error', value: shown, shown, percent: false }
}

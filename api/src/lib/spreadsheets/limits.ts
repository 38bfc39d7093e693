import { sheetLimits } from '@kontor/contract/lib/imports/columns'
import { SheetError } from './sheet-error.ts'
import type { Cell } from './workbook.ts'

const MB = 1024 * 1024

/** Limits of reading. A file that exceeds one is rejected. */
export const readLimits = {
  /** `bytes` of the file, non-empty `rows` of a sheet besides the header, `columns`. */
  ...sheetLimits,
  /** The number of a row, empty ones counted: Excel's own limit. */
  rowNumber: 1_048_576,
  /** Non-empty cells of one sheet and their characters: a shared string may be in a million cells. */
  cells: 2_000_000,
  text: 64 * MB,
  /** Merged ranges of one sheet. */
  merged: 100_000,
  sheets: 500,
  /** Files in a zip. */
  entries: 2000,
  /** Unpacked bytes of the parts that are read: 100,000 rows of nineteen numbers are some 80 MB of XML. */
  unpacked: 128 * MB,
  /** Compression ratio of a part larger than 10 MB unpacked. */
  ratio: 200,
  /** Unpacked bytes of a part that only lists other parts of the zip. */
  index: MB,
  /** Characters of one tag or one run of text in XML. */
  token: MB,
  /** Nesting of XML elements, and namespace prefixes in scope. */
  depth: 64,
  prefixes: 100,
  /** Cell styles and number formats together. */
  styles: 100_000,
  /** Shared strings, and their total characters. */
  strings: 2_000_000,
  stringChars: 32 * MB,
  /** Timeout of reading in ms. */
  time: 30_000,
  /** Memory limit in bytes of the process that reads an .xls. */
  memory: 768 * MB,
}

export type ReadLimits = Readonly<typeof readLimits>

/**
 * Excel's own limit for the text of a cell; a longer text is truncated one character later, so that it is recognised.
 */
export const MAX_CELL_TEXT = 32_767

/** Counts rows, cells and characters of a sheet against the limits. */
export class Budget {
  #rows = 0
  #cells = 0
  #text = 0
  #merged = 0
  readonly #limits: ReadLimits

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  /** Checks a row number, whether the row is empty or not. */
  rowNumber(number: number): void {
    const { rowNumber: max } = this.#limits
    if (number > max) throw new SheetError('excel.too_many_rows', { max })
  }

  row(): void {
    const { rows } = this.#limits
    // One more than the limit: the header.
    if (++this.#rows > rows + 1) throw new SheetError('excel.too_many_rows', { max: rows })
  }

  cell({ column, value }: Pick<Cell, 'column' | 'value'>): void {
    const { columns, cells, text } = this.#limits
    if (column >= columns) throw new SheetError('excel.too_many_columns', { max: columns })
    if (typeof value === 'string') this.#text += value.length
    if (++this.#cells > cells || this.#text > text) throw new SheetError('excel.too_large')
  }

  merged(): void {
    if (++this.#merged > this.#limits.merged) throw new SheetError('excel.too_large')
  }
}

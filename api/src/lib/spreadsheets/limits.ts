import { sheetLimits } from '@kontor/contract/lib/imports/columns'
import { SheetError } from './sheet-error.ts'
import type { Cell } from './workbook.ts'

const MB = 1024 * 1024

/** Every bound of reading. Passing one refuses the file. */
export const readLimits = {
  /** `bytes` of the file, `rows` of a sheet that hold anything besides the header, `columns`. */
  ...sheetLimits,
  /** Rows of a sheet with the empty ones: as many as Excel has. */
  places: 1_048_576,
  /** Cells that hold anything and the characters in them, of one sheet: one text can stand in a million cells. */
  cells: 2_000_000,
  text: 64 * MB,
  /** Merged ranges of one sheet. */
  merged: 100_000,
  sheets: 500,
  /** Files in a zip. */
  entries: 2000,
  /** Bytes unpacked from the parts that are read: 100,000 rows of nineteen numbers are some 80 MB of XML. */
  unpacked: 128 * MB,
  /** Unpacked bytes for each packed one, of a part larger than 10 MB unpacked. */
  ratio: 200,
  /** Unpacked bytes of a part that only lists other parts of the zip. */
  index: MB,
  /** Characters of one tag or one run of text as it stands in XML. */
  token: MB,
  /** XML elements inside each other, and namespace prefixes in force at one place. */
  depth: 64,
  prefixes: 100,
  /** Cell styles and number formats together. */
  styles: 100_000,
  /** Shared strings, and their characters together. */
  strings: 2_000_000,
  stringChars: 32 * MB,
  /** Milliseconds until reading is given up. */
  time: 30_000,
  /** Bytes that the process may take which reads an .xls. */
  memory: 768 * MB,
}

export type ReadLimits = Readonly<typeof readLimits>

/** Excel's own limit for the text of a cell; a longer one is kept one character longer, to be told apart. */
export const MAX_CELL_TEXT = 32_767

/** Counts what one reading of a sheet hands over. */
export class Budget {
  #rows = 0
  #cells = 0
  #text = 0
  #merged = 0
  readonly #limits: ReadLimits

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  /** The number of a row, whether it holds anything or not. */
  place(number: number): void {
    const { places } = this.#limits
    if (number > places) throw new SheetError('excel.too_many_rows', { max: places })
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

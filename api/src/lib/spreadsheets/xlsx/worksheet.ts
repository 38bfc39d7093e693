import { Budget, type ReadLimits } from '../limits.ts'
import { damagedFileError } from '../sheet-error.ts'
import { isTrue } from '../stored-value.ts'
import type { MergedRange, Row } from '../workbook.ts'
import { CellHandler, type Shared } from './cell.ts'
import type { Attributes, XmlHandler } from './xml.ts'

const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384
/** The required parent of these elements; elsewhere data would be lost, so the file is rejected. */
const PLACES: Readonly<Record<string, string>> = { sheetData: 'sheet', row: 'rows', c: 'row' }

/** Converts the tags of a worksheet to rows; `take` returns the complete ones. */
export class WorksheetHandler implements XmlHandler {
  readonly merged: MergedRange[] = []
  #rows: Row[] = []
  #row: Row = { number: 0, hidden: false, cells: [] }
  #column = -1
  /** The element continues the row of an earlier element, so its cells must have references. */
  #goesOn = false
  #place: 'sheet' | 'rows' | 'row' | 'cell' = 'sheet'
  readonly #cell: CellHandler
  readonly #budget: Budget

  constructor(shared: Shared, limits: ReadLimits) {
    this.#cell = new CellHandler(shared)
    this.#budget = new Budget(limits)
  }

  get listening(): boolean {
    return this.#place === 'cell' && this.#cell.listening
  }

  take(): Row[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Attributes): void {
    const inside = PLACES[name]
    if (inside) {
      if (inside !== this.#place) throw misplaced(name)
      if (name === 'c') this.#openCell(attributes)
      else if (name === 'row') this.#openRow(attributes)
      else this.#place = 'rows'
    } else if (this.#place === 'cell') this.#cell.open(name)
    else if (name === 'mergeCell') this.#merge(attributes.get('ref') ?? '')
  }

  text(text: string): void {
    this.#cell.text(text)
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#place = 'rows'
    else if (name === 'sheetData') {
      this.#endRow()
      this.#place = 'sheet'
    } else if (this.#place === 'cell') this.#cell.close(name)
  }

  #openRow(attributes: Attributes) {
    const number = Number(attributes.get('r') ?? this.#row.number + 1)
    // Rows out of order are ambiguous.
    if (!(Number.isInteger(number) && number >= this.#row.number && number > 0 && number <= MAX_ROW))
      throw misplaced(number)
    const hidden = isTrue(attributes.get('hidden')) || Number(attributes.get('ht')) === 0
    this.#place = 'row'
    this.#goesOn = number === this.#row.number
    if (this.#goesOn) {
      this.#row.hidden ||= hidden
      return
    }
    this.#endRow()
    this.#row = { number, hidden, cells: [] }
    this.#column = -1
  }

  /** A row is complete when another one begins: some programs write a row element for each cell. */
  #endRow() {
    if (this.#row.cells.length === 0) return
    this.#budget.row()
    this.#rows.push(this.#row)
    this.#row = { ...this.#row, cells: [] }
  }

  #openCell(attributes: Attributes) {
    const reference = attributes.get('r')
    const column = reference === undefined ? this.#column + 1 : columnIn(reference, this.#row.number)
    if (!(column > this.#column && column < MAX_COLUMN) || (this.#goesOn && reference === undefined))
      throw misplaced(reference)
    this.#column = column
    this.#place = 'cell'
    this.#cell.begin(attributes)
  }

  #closeCell() {
    this.#place = 'row'
    const content = this.#cell.end()
    if (!content) return
    const cell = { column: this.#column, ...content }
    this.#budget.cell(cell)
    this.#row.cells.push(cell)
  }

  #merge(reference: string) {
    this.#budget.merged()
    const [first, last = first] = reference.split(':').map(parseReference)
    if (!first || !last) throw misplaced(reference)
    this.merged.push({ top: first.row, bottom: last.row, left: first.column, right: last.column })
  }
}

const misplaced = (where: unknown) => damagedFileError(`misplaced: ${String(where).slice(0, 20)}`)

/** Column of a reference, from 0; throws when its row is not the current one. */
function columnIn(reference: string, row: number): number {
  const position = parseReference(reference)
  if (position?.row !== row) throw misplaced(reference)
  return position.column
}

/** `AB12`: the row from 1, the column from 0. */
function parseReference(reference: string): { row: number; column: number } | undefined {
  let column = 0
  let at = 0
  for (; at < 3; at++) {
    const letter = reference.charCodeAt(at) & ~32
    if (!(letter >= 65 && letter <= 90)) break
    column = column * 26 + letter - 64
  }
  const row = Number(reference.slice(at))
  return at > 0 && Number.isInteger(row) ? { row, column: column - 1 } : undefined
}

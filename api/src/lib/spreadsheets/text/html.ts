import { Parser } from 'htmlparser2'
import { decoded, encodingOfPage } from '../encoding.ts'
import { Budget, type ReadLimits } from '../limits.ts'
import type { Named } from '../read-workbook.ts'
import { SheetError } from '../sheet-error.ts'
import type { MergedRange, Row, Workbook } from '../workbook.ts'
import { gather } from '../xlsx/rich-text.ts'
import { cellOfText } from './text-cell.ts'

/**
 * Reads the tables of a web page, one below the other as Excel does: row numbers continue over all tables, every cell
 * is a text. Throws SheetError, or the signal's reason.
 */
export async function readHtml(
  file: Buffer,
  limits: ReadLimits,
  signal: AbortSignal,
  { name, encoding }: Named,
): Promise<Workbook> {
  const tables = new HtmlTables(limits)
  const parser = new Parser({
    onopentag: (tag, attributes) => tables.open(tag, attributes),
    ontext: (text) => tables.text(text),
    onclosetag: () => tables.close(),
  })
  const { decoder, guess } = encodingOfPage(file, encoding)
  for await (const text of decoded(file, decoder(), signal)) parser.write(text)
  parser.end()
  const { rows, merged } = tables
  return { sheets: [{ name, state: 'visible', isText: true, rows, merged: async () => merged }], guess }
}

interface OpenRow extends Row {
  /** Columns that are occupied by cells of this row and by row spans from above. */
  taken: Set<number>
  /** The column from which a free column for the next cell is searched. */
  next: number
}

interface OpenTable {
  row: OpenRow | undefined
  /** Cells that span further rows, by column. */
  reaching: Map<number, { rows: number; range: MergedRange }>
}

type Attributes = Readonly<Record<string, string>>

/** Elements whose text is not displayed. */
const UNSEEN = new Set(['style', 'script', 'title', 'template', 'noscript'])
const MAX_DEPTH = 1000
const MAX_SPAN = 65_534

/** Converts the tags of a web page to rows; a table inside a cell has its own rows below that cell's. */
class HtmlTables {
  readonly merged: MergedRange[] = []
  readonly #rows: Row[] = []
  readonly #tables: OpenTable[] = []
  /** Nested open cells; text belongs to the last one, unless it is hidden. */
  readonly #cells: { text: string; hiding: number }[] = []
  /** Actions for the closing tags of open elements. */
  readonly #leave: (() => void)[] = []
  /** Number of open elements that hide their content. */
  #hiding = 0
  #number = 0
  readonly #limits: ReadLimits
  readonly #budget: Budget

  constructor(limits: ReadLimits) {
    this.#limits = limits
    this.#budget = new Budget(limits)
  }

  get rows(): Row[] {
    // The rows of an inner table end before those of the outer one.
    return this.#rows.sort((a, b) => a.number - b.number)
  }

  open(tag: string, attributes: Attributes): void {
    const hides = UNSEEN.has(tag) || isHidden(attributes)
    if (hides) this.#hiding += 1
    const leave = this.#enter(tag, attributes, hides)
    const depth = this.#leave.push(() => {
      leave?.()
      if (hides) this.#hiding -= 1
    })
    if (depth > MAX_DEPTH) throw new SheetError('excel.too_large')
  }

  close(): void {
    this.#leave.pop()?.()
  }

  text(text: string): void {
    const cell = this.#cells.at(-1)
    if (cell?.hiding === this.#hiding) cell.text = gather(cell.text, text.replaceAll(/[ \t\r\n\f]+/g, ' '))
  }

  #enter(tag: string, attributes: Attributes, hides: boolean): (() => void) | undefined {
    if (tag === 'table') return this.#openTable()
    if (tag === 'tr') return this.#openRow(this.#table)
    if (tag === 'td' || tag === 'th') return hides ? undefined : this.#openCell(this.#table, attributes)
    if (tag === 'br') this.#break('\n')
    else if (tag === 'p' || tag === 'div' || tag === 'li') this.#break(' ')
    return undefined
  }

  #break(blank: string) {
    const cell = this.#cells.at(-1)
    if (cell) cell.text = gather(cell.text, blank)
  }

  /** The innermost table; rows may also be outside of any table. */
  get #table(): OpenTable {
    const table = this.#tables.at(-1)
    if (table) return table
    this.#openTable()
    return this.#table
  }

  #openTable(): () => void {
    const table: OpenTable = { row: undefined, reaching: new Map() }
    this.#tables.push(table)
    return () => {
      this.#closeRow(table)
      this.#tables.pop()
    }
  }

  #openRow(table: OpenTable): () => void {
    this.#closeRow(table)
    const number = ++this.#number
    this.#budget.rowNumber(number)
    const taken = new Set<number>()
    for (const [column, reaching] of table.reaching) {
      taken.add(column)
      reaching.range.bottom = number
      if (--reaching.rows === 0) table.reaching.delete(column)
    }
    table.row = { number, hidden: this.#hiding > 0, cells: [], taken, next: 0 }
    return () => this.#closeRow(table)
  }

  #closeRow(table: OpenTable) {
    const { row } = table
    table.row = undefined
    if (!row || row.cells.length === 0) return
    this.#budget.row()
    const { number, hidden, cells } = row
    this.#rows.push({ number, hidden, cells })
  }

  #openCell(table: OpenTable, attributes: Attributes): () => void {
    if (!table.row) this.#openRow(table)
    const row = table.row as OpenRow // has just been opened
    while (row.taken.has(row.next)) row.next++
    const column = row.next
    this.#take(table, row, column, parseSpan(attributes.colspan), parseSpan(attributes.rowspan))
    const open = { text: '', hiding: this.#hiding }
    this.#cells.push(open)
    return () => {
      this.#cells.pop()
      const text = open.text
        .replaceAll(/ *\n */g, '\n')
        .replaceAll(/ {2,}/g, ' ')
        .trim()
      const content = cellOfText(text)
      if (!content) return
      const cell = { column, ...content }
      this.#budget.cell(cell)
      row.cells.push(cell)
    }
  }

  #take(table: OpenTable, row: OpenRow, left: number, across: number, down: number) {
    const range = { top: row.number, bottom: row.number, left, right: left + across - 1 }
    if (across > 1 || down > 1) {
      this.#budget.merged()
      this.merged.push(range)
    }
    row.taken.add(left)
    // Spans beyond the column limit are ignored.
    const end = Math.min(left + across, this.#limits.columns)
    for (let column = left; column < end; column++) {
      row.taken.add(column)
      if (down > 1) table.reaching.set(column, { rows: down - 1, range })
    }
  }
}

const isHidden = ({ style = '', hidden }: Attributes) =>
  hidden !== undefined || /display\s*:\s*none/i.test(style)

/** A span that is no number is 1; 0 extends to the end. */
function parseSpan(text: string | undefined): number {
  const span = Number.parseInt(text ?? '1', 10)
  return span === 0 ? MAX_SPAN : Math.min(Math.max(span || 1, 1), MAX_SPAN)
}

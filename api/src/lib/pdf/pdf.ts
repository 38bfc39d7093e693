// A table as PDF, page by page.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { locales } from '@kontor/contract/lib/text/locales'
import PDFDocument from 'pdfkit'
import { HttpError } from '../http/http-error.ts'
import { type Faces, layOut, type PdfHead, type PdfLayout } from './layout.ts'
import { drawPage, type PdfRow } from './page.ts'
import { heightOf, isHeading, linesOf, rowRoom } from './rows.ts'
import { cellText, type PageStart, pageStarts, plainText } from './table.ts'
import { Typeface } from './typeface.ts'
import { extentOf } from './widths.ts'

export interface PdfOptions extends Omit<PdfHead, 'printedAt'> {
  /** One array per row, in the columns' order; one cell alone is the heading of what follows it. */
  rows: AsyncIterable<readonly unknown[]>
  /** The last row, which is not counted as one. Asked for when the others are read. */
  sums?: () => readonly unknown[]
  /** A small JPEG or PNG by what a cell of a column of pictures holds. */
  picture?: (name: string) => Promise<Buffer | undefined>
  /** Now by default. */
  printedAt?: Date
}

/** Rows that a document holds at most. */
export const PDF_MAX_ROWS = 50_000
/** Characters that a document holds at most: rows are kept while they are measured. */
const MAX_CHARACTERS = 20_000_000
/** Rows looked at for the widths of the columns. */
const SAMPLE = 300
/** Milliseconds of work before others get their turn. */
const TURN = 10

/**
 * Writes a table as an A4 document, lying down when it has many or wide columns, with the number of pages on each.
 * Words, numbers and dates are never broken: columns that find no room follow on sheets beside, each with the first
 * column that is no picture again. Texts are whole, over the ends of pages too.
 * All rows are read first, as the pages must be counted; then the pages are drawn no faster than they are taken away.
 * The stream is refused before its first byte when the rows or their texts are too many, and fails with the rows' own
 * error; when it is destroyed, their iterator is closed.
 */
export function writePdf(options: PdfOptions): Readable {
  const output: Readable = Readable.from(
    documentParts(options, () => output.destroyed),
    { objectMode: false },
  )
  return output
}

async function* documentParts(options: PdfOptions, stopped: () => boolean): AsyncGenerator<Buffer> {
  const head = { printedAt: new Date(), ...options }
  const doc = makeDocument(head)
  const faces = { regular: new Typeface(doc, 400), bold: new Typeface(doc, 600) }
  const { rows, total, extents } = await readRows(options, faces, stopped)
  if (stopped()) return
  const records = rows.filter((row) => !isHeading(cellsOf(row), options.columns))
  const step = Math.ceil(records.length / SAMPLE)
  const sample = records.filter((_, i) => i % step === 0).map(cellsOf)
  const layout = layOut(doc, head, faces, { total, sample, extents })
  const measured = await measureRows(layout, rows, stopped)
  if (stopped()) return
  const starts = pageStarts(measured, rowRoom(layout))
  const { sheets } = layout
  const of = starts.length * sheets.length
  for (const [i, start] of starts.entries()) {
    const part = partOf(rows, start, starts[i + 1])
    const pictures = await picturesOf(layout, part, options.picture)
    for (const [n, sheet] of sheets.entries()) {
      drawPage(layout, { number: i * sheets.length + n + 1, of, sheet, rows: part, pictures })
      yield* ready(doc)
      await setImmediate()
    }
  }
  doc.end()
  yield* ready(doc)
}

/** The rows from where a page begins to where the next one does. */
function partOf(rows: readonly string[], start: PageStart, next?: PageStart): PdfRow[] {
  const end = next && next.row + (next.line > 0 ? 1 : 0)
  const part = rows.slice(start.row, end).map((row): PdfRow => ({ cells: cellsOf(row), from: 0 }))
  const [first, last] = [part[0], part.at(-1)]
  if (first) first.from = start.line
  if (last && next && next.line > 0) last.to = next.line
  return part
}

/** All rows, each as one compact text, as no cell holds a tab, and how wide every column's texts are at the size 1. */
async function readRows(
  { columns, rows, sums, locale }: PdfOptions,
  { regular }: Faces,
  stopped: () => boolean,
) {
  const printed: string[] = []
  let total = 0
  const extents = columns.map(() => ({ whole: 0, word: 0 }))
  const rowOf = (values: readonly unknown[]) => {
    if (isHeading(values, columns)) return plainText(String(values[0]))
    total += 1
    const cells = columns.map(({ kind }, i) => cellText(values[i], kind, locale))
    for (const [i, widest] of extents.entries()) {
      const { whole, word } = extentOf(cells[i] ?? '', (char) => regular.width(char, 1))
      if (whole > widest.whole) widest.whole = whole
      if (word > widest.word) widest.word = word
    }
    return cells.join('\t')
  }
  const turn = turns()
  let characters = 0
  for await (const values of rows) {
    const row = rowOf(values)
    characters += row.length
    if (printed.length === PDF_MAX_ROWS)
      throw new HttpError('report.too_many_rows', { params: { max: PDF_MAX_ROWS } })
    if (characters > MAX_CHARACTERS) throw new HttpError('report.too_much_text')
    printed.push(row)
    if (stopped()) break
    await turn()
  }
  const records = total
  if (sums && records > 0) printed.push(rowOf(sums()))
  return { rows: printed, total: records, extents }
}

const cellsOf = (row: string) => row.split('\t')

/** The pictures of a page, by what their cells hold. */
async function picturesOf({ columns }: PdfLayout, rows: readonly PdfRow[], picture: PdfOptions['picture']) {
  const isPicture = (text: string, i: number) => text !== '' && columns[i]?.kind === 'picture'
  const names = rows.flatMap(({ cells }) => cells.filter(isPicture))
  const pictures = new Map<string, Buffer>()
  for (const name of picture ? new Set(names) : []) {
    const bytes = await picture?.(name)
    if (bytes) pictures.set(name, bytes)
  }
  return pictures
}

function makeDocument({ title, locale, printedAt }: PdfHead): PDFKit.PDFDocument {
  return new PDFDocument({
    pdfVersion: '1.7',
    autoFirstPage: false,
    font: '', // its own default needs Helvetica, which has no č
    lang: locales[locale],
    displayTitle: true,
    info: { Title: title, Creator: 'Kontor', CreationDate: printedAt },
  })
}

async function measureRows(layout: PdfLayout, rows: readonly string[], stopped: () => boolean) {
  const turn = turns()
  const heights = new Float32Array(rows.length)
  const lines = new Uint32Array(rows.length)
  for (const [i, row] of rows.entries()) {
    const cells = cellsOf(row)
    const count = linesOf(layout, cells)
    lines[i] = count
    heights[i] = heightOf(layout, cells, count)
    await turn()
    if (stopped()) break
  }
  return { heights, lines }
}

/** Gives way to others when the time of a turn is up. */
function turns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN) return
    await setImmediate()
    since = performance.now()
  }
}

/** What the document has ready: pdfkit takes no heed of who reads it, so it is asked after every page. */
function* ready(doc: PDFKit.PDFDocument): Generator<Buffer> {
  const bytes: Buffer | null = doc.read()
  if (bytes) yield bytes
}

// A table as PDF, page by page.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { locales } from '@kontor/contract/lib/text/locales'
import PDFDocument from 'pdfkit'
import { timeSlices } from '../concurrency/time-slices.ts'
import { HttpError } from '../http/http-error.ts'
import { layOut, type PdfHead, type PdfLayout, type Typefaces } from './layout.ts'
import { drawPage, type PdfRow } from './page.ts'
import { countLines, heightOf, isHeading, rowRoom } from './rows.ts'
import { cellText, type PageStart, pageStarts, plainText } from './table.ts'
import { Typeface } from './typeface.ts'
import { extentOf } from './widths.ts'

export interface PdfOptions extends Omit<PdfHead, 'printedAt'> {
  /** One array per row, in the columns' order; an array of one cell is a heading of the rows below. */
  rows: AsyncIterable<readonly unknown[]>
  /** The last row, which is not counted as a row. Called after the others were read. */
  sums?: () => readonly unknown[]
  /** A small JPEG or PNG for the value of a picture cell. */
  picture?: (name: string) => Promise<Buffer | undefined>
  /** Now by default. */
  printedAt?: Date
}

/** Maximum rows of a document. */
export const PDF_MAX_ROWS = 50_000
/** Maximum characters of a document: rows are in memory while they are measured. */
const MAX_CHARACTERS = 20_000_000
/** Rows that are measured for the widths of the columns. */
const SAMPLE = 300

/**
 * Writes a table as an A4 document, landscape when it has many or wide columns, with page numbers.
 * Words, numbers and dates are never broken: columns that do not fit follow on further sheets, each of which repeats
 * the first column that is no picture. Long texts continue on the next page.
 * All rows are read first to count the pages; then pages are drawn as fast as they are read. The stream fails before
 * its first byte when there are too many rows or characters, and with the error of the rows. When it is destroyed,
 * their iterator is closed.
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
  const typefaces = { regular: new Typeface(doc, 400), bold: new Typeface(doc, 600) }
  await openFonts(typefaces, head.locale)
  const { rows, total, extents } = await readRows(options, typefaces, stopped)
  if (stopped()) return
  const records = rows.filter((row) => !isHeading(cellsOf(row), options.columns))
  const step = Math.ceil(records.length / SAMPLE)
  const sample = records.filter((_, i) => i % step === 0).map(cellsOf)
  const layout = layOut(doc, head, typefaces, { total, sample, extents })
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
  for (const typeface of [typefaces.regular, typefaces.bold])
    for (const _ of typeface.embedded()) {
      yield* ready(doc)
      await setImmediate()
    }
  doc.end()
  yield* ready(doc)
}

/** Opens the fonts that every document needs, a part at a time: opening one in one go takes up to 100 ms. */
async function openFonts({ regular, bold }: Typefaces, locale: PdfHead['locale']) {
  for (const typeface of [regular, bold])
    for (const char of locale === 'cnr' ? 'a0š' : 'a0') {
      typeface.width(char, 1)
      await setImmediate()
    }
}

/** The rows between two page starts. */
function partOf(rows: readonly string[], start: PageStart, next?: PageStart): PdfRow[] {
  const end = next && next.row + (next.line > 0 ? 1 : 0)
  const part = rows.slice(start.row, end).map((row): PdfRow => ({ cells: cellsOf(row), from: 0 }))
  const first = part[0]
  const last = part.at(-1)
  if (first) first.from = start.line
  if (last && next && next.line > 0) last.to = next.line
  return part
}

/**
 * Reads all rows, each as one compact text (cells contain no tab), and measures the width of every column's texts at
 * size 1.
 */
async function readRows(
  { columns, rows, sums, locale }: PdfOptions,
  { regular }: Typefaces,
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
  const slice = timeSlices()
  let characters = 0
  for await (const values of rows) {
    const row = rowOf(values)
    characters += row.length
    if (printed.length === PDF_MAX_ROWS)
      throw new HttpError('report.too_many_rows', { params: { max: PDF_MAX_ROWS } })
    if (characters > MAX_CHARACTERS) throw new HttpError('report.too_much_text')
    printed.push(row)
    if (stopped()) break
    if (slice.isOver()) await slice.next()
  }
  const records = total
  if (sums && records > 0) printed.push(rowOf(sums()))
  return { rows: printed, total: records, extents }
}

const cellsOf = (row: string) => row.split('\t')

/** The pictures of a page, by the values of their cells. */
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
    font: '', // pdfkit's default is Helvetica, which has no č
    lang: locales[locale],
    displayTitle: true,
    info: { Title: title, Creator: 'Kontor', CreationDate: printedAt },
  })
}

async function measureRows(layout: PdfLayout, rows: readonly string[], stopped: () => boolean) {
  const slice = timeSlices()
  const heights = new Float32Array(rows.length)
  const lines = new Uint32Array(rows.length)
  for (const [i, row] of rows.entries()) {
    const cells = cellsOf(row)
    const count = countLines(layout, cells)
    lines[i] = count
    heights[i] = heightOf(layout, cells, count)
    if (slice.isOver()) await slice.next()
    if (stopped()) break
  }
  return { heights, lines }
}

/** The output so far: pdfkit ignores back pressure, so it is drained after every page. */
function* ready(doc: PDFKit.PDFDocument): Generator<Buffer> {
  const bytes: Buffer | null = doc.read()
  if (bytes) yield bytes
}

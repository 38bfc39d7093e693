// pdf: a table as PDF, page by page.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { locales } from '@kontor/contract/kit/api/locales'
import PDFDocument from 'pdfkit'
import { heightOf, isHeading, layOut, type PdfHead, type PdfLayout, rowRoom } from './layout.ts'
import { drawPage } from './page.ts'
import { cellText, pageStarts, plainText } from './table.ts'

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
 * Writes a table as an A4 document, lying down when it has more than five columns, with the number of pages on each.
 * All rows are read first, as the pages must be counted; then the pages are drawn no faster than they are taken away.
 * The stream fails with a RangeError when the rows are too many, and with the rows' own error; when it is destroyed,
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
  const { rows, total, longest } = await readRows(options, stopped)
  if (stopped()) return
  const head = { printedAt: new Date(), ...options }
  const doc = makeDocument(head)
  const records = rows.filter((row) => !isHeading(cellsOf(row), options.columns))
  const step = Math.ceil(records.length / SAMPLE)
  const sample = records.filter((_, i) => i % step === 0).map(cellsOf)
  const layout = layOut(doc, head, { total, sample, longest })
  const heights = await measureRows(layout, rows, stopped)
  if (stopped()) return
  const room = rowRoom(layout)
  const starts = pageStarts(heights, room.first, room.other)
  for (const [i, start] of starts.entries()) {
    const cells = rows.slice(start, starts[i + 1]).map(cellsOf)
    const pictures = await picturesOf(layout, cells, options.picture)
    drawPage(layout, { number: i + 1, of: starts.length, rows: cells, pictures })
    yield* ready(doc)
    await setImmediate()
  }
  doc.end()
  yield* ready(doc)
}

/** All rows, each as one compact text, as no cell holds a tab, and every column's longest cell. */
async function readRows({ columns, rows, sums, locale }: PdfOptions, stopped: () => boolean) {
  const kept: string[] = []
  let total = 0
  const longest = columns.map(() => '')
  const rowOf = (values: readonly unknown[]) => {
    if (isHeading(values, columns)) return plainText(String(values[0]))
    total += 1
    const cells = columns.map(({ kind }, i) => cellText(values[i], kind, locale))
    for (const [i, text] of cells.entries()) if (text.length > (longest[i] ?? '').length) longest[i] = text
    return cells.join('\t')
  }
  const turn = turns()
  let characters = 0
  for await (const values of rows) {
    const row = rowOf(values)
    characters += row.length
    if (kept.length === PDF_MAX_ROWS) throw new RangeError(`a PDF holds at most ${PDF_MAX_ROWS} rows`)
    if (characters > MAX_CHARACTERS) throw new RangeError(`a PDF holds at most ${MAX_CHARACTERS} characters`)
    kept.push(row)
    if (stopped()) break
    await turn()
  }
  const records = total
  if (sums && records > 0) kept.push(rowOf(sums()))
  return { rows: kept, total: records, longest }
}

const cellsOf = (row: string) => row.split('\t')

/** The pictures of a page, by what their cells hold. */
async function picturesOf(
  { columns }: PdfLayout,
  rows: readonly (readonly string[])[],
  picture: PdfOptions['picture'],
) {
  const names = rows.flatMap((cells) => cells.filter((text, i) => text && columns[i]?.hasPictures))
  const pictures = new Map<string, Buffer>()
  for (const name of picture ? new Set(names) : []) {
    const bytes = await picture?.(name)
    if (bytes) pictures.set(name, bytes)
  }
  return pictures
}

function makeDocument({ title, columns, locale, printedAt }: PdfHead): PDFKit.PDFDocument {
  return new PDFDocument({
    pdfVersion: '1.7',
    size: 'A4',
    layout: columns.length > 5 ? 'landscape' : 'portrait',
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
  for (const [i, row] of rows.entries()) {
    heights[i] = heightOf(layout, cellsOf(row))
    await turn()
    if (stopped()) break
  }
  return heights
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

import { type Locale, locales } from '@kontor/contract/kit/api/locales'
import { breakLines, type ColumnNeed, cellText, columnWidths, type PdfColumn, plainText } from './table.ts'
import { Typeface } from './typeface.ts'

const WORDS = {
  cnr: { page: 'Strana', printed: 'Štampano', total: 'Ukupno', none: 'Nema podataka' },
  en: { page: 'Page', printed: 'Printed', total: 'Total', none: 'No data' },
} as const satisfies Record<Locale, object>

const SHEET = { portrait: { width: 595.28, height: 841.89 }, landscape: { width: 841.89, height: 595.28 } }
// Points, 72 to the inch; type sizes too.
export const MARGIN = 40
/** Below the rows, the footer's line included. */
const BOTTOM = 46
export const TITLE = 16
export const NOTE = 8.5
/** Above the notes and above the table. */
export const GAP = { notes: 4, table: 12 }
export const PAD = { x: 5, y: 3.5 }
/** Height of a line and of its baseline, in sizes of its type. */
export const LINE = { height: 1.3, baseline: 0.98 }
const MAX_LINES = 4
/** Sides of a picture, at most. */
export const PICTURE = 34

/** What stands above the table, and its columns. */
export interface PdfHead {
  title: string
  /** What the rows are limited to, in words. */
  subtitle?: string | undefined
  columns: readonly PdfColumn[]
  locale: Locale
  /** The moment of printing. */
  printedAt: Date
}

/** The contents as far as the columns' widths depend on them: the number of rows, some of them, the longest cells. */
interface PdfContents {
  total: number
  sample: readonly (readonly string[])[]
  longest: readonly string[]
}

/** Where a column stands, and what it is. */
interface PdfPlace {
  x: number
  width: number
  right: boolean
  hasPictures: boolean
  header: readonly string[]
}

/** Where everything stands on the pages of a document; lengths in points from the left and the top. */
export interface PdfLayout {
  doc: PDFKit.PDFDocument
  regular: Typeface
  bold: Typeface
  /** Of the table's type. */
  size: number
  columns: readonly PdfPlace[]
  title: readonly string[]
  notes: readonly string[]
  words: (typeof WORDS)[Locale]
  sheet: { width: number; height: number }
}

/** Lays out what is the same for every row. */
export function layOut(doc: PDFKit.PDFDocument, head: PdfHead, contents: PdfContents): PdfLayout {
  const sheet = head.columns.length > 5 ? SHEET.landscape : SHEET.portrait
  const size = head.columns.length <= 8 ? 8.5 : head.columns.length <= 12 ? 7.5 : 6
  const [regular, bold] = [new Typeface(doc, 400), new Typeface(doc, 600)]
  const room = sheet.width - 2 * MARGIN
  const words = WORDS[head.locale]
  const needs = head.columns.map((column, i) => columnNeed(column, i, contents, { regular, bold, size }))
  let x = MARGIN
  const columns = columnWidths(needs, room).map((width, i) => {
    const { header = '', kind = 'text' } = head.columns[i] ?? {}
    const lines = breakLines(
      plainText(header),
      width - 2 * PAD.x,
      (char) => bold.width(char, size),
      MAX_LINES,
    )
    x += width
    const right = kind === 'decimal' || kind === 'integer'
    return { x: x - width, width, right, hasPictures: kind === 'picture', header: lines }
  })
  const printed = `${words.printed}: ${cellText(head.printedAt, 'date', head.locale)}`
  const total = `${words.total}: ${contents.total.toLocaleString(locales[head.locale])}`
  const noteLines = (text: string) => breakLines(text, room, (char) => regular.width(char, NOTE), MAX_LINES)
  return {
    ...{ doc, regular, bold, size, columns, words, sheet },
    title: breakLines(plainText(head.title), room, (char) => bold.width(char, TITLE), 2),
    notes: [...noteLines(plainText(head.subtitle ?? '')), `${printed}  ·  ${total}`],
  }
}

/** Numbers, dates and yes or no stay on one line if they can; texts are judged by what most of them need. */
function columnNeed(
  { header, kind }: PdfColumn,
  index: number,
  { sample, longest }: PdfContents,
  { regular, bold, size }: { regular: Typeface; bold: Typeface; size: number },
): ColumnNeed {
  if (kind === 'picture') return { want: PICTURE + 2 * PAD.x, least: PICTURE + 2 * PAD.x, grows: false }
  const title = plainText(header)
  const widestWord = Math.max(...title.split(' ').map((word) => bold.width(word, size)))
  const widest = regular.width(longest[index] ?? '', size)
  const padding = 2 * PAD.x
  if (kind !== 'text') {
    const least = Math.max(widest, widestWord) + padding
    return { want: Math.max(least, bold.width(title, size) + padding), least, grows: false }
  }
  const widths = sample.flatMap((row) => row[index] || []).map((text) => regular.width(text, size))
  const usual = widths.sort((a, b) => a - b)[Math.floor(widths.length * 0.9)] ?? 0
  const want = Math.max(Math.min(widest, usual * 1.25), bold.width(title, size))
  return {
    want: want + padding,
    least: Math.max(widestWord, Math.min(want, 6 * size)) + padding,
    grows: true,
  }
}

/** A cell's text, broken to its column. */
export const cellLines = ({ columns, regular, size }: PdfLayout, text: string, column: number) =>
  breakLines(text, (columns[column]?.width ?? 0) - 2 * PAD.x, (char) => regular.width(char, size), MAX_LINES)

/** Whether a row is the heading of those that follow it: it has one cell, across the table. */
export const isHeading = (cells: readonly unknown[], columns: readonly unknown[]) =>
  cells.length === 1 && columns.length > 1

/** A heading's text on its one line. */
export const headingLines = ({ sheet, bold, size }: PdfLayout, [text = '']: readonly string[]) =>
  breakLines(text, sheet.width - 2 * MARGIN - 2 * PAD.x, (char) => bold.width(char, size), 1)

/** Height of a row with these cells: room for its most lines, at least one, and for its pictures. */
export function heightOf(layout: PdfLayout, cells: readonly string[]): number {
  if (isHeading(cells, layout.columns)) return rowHeight(layout, 1)
  const picture = cells.some((text, i) => text && layout.columns[i]?.hasPictures) ? PICTURE + 2 * PAD.y : 0
  const texts = cells.map((text, i) =>
    layout.columns[i]?.hasPictures ? 0 : cellLines(layout, text, i).length,
  )
  return Math.max(picture, rowHeight(layout, Math.max(1, ...texts)))
}

/** Height of a row of the table. */
export const rowHeight = ({ size }: PdfLayout, lines: number) => lines * size * LINE.height + 2 * PAD.y

/** Height of the table's header. */
export const headerHeight = (layout: PdfLayout) =>
  rowHeight(layout, Math.max(1, ...layout.columns.map(({ header }) => header.length)))

const titleHeight = ({ title, notes }: PdfLayout) =>
  (title.length * TITLE + notes.length * NOTE) * LINE.height + GAP.notes + GAP.table

/** Room for rows on the first page and on every other one. */
export function rowRoom(layout: PdfLayout): { first: number; other: number } {
  const other = layout.sheet.height - MARGIN - BOTTOM - headerHeight(layout)
  return { first: other - titleHeight(layout), other }
}

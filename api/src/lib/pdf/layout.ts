import { type Locale, locales } from '@kontor/contract/lib/text/locales'
import { breakLines, cellText, type PdfColumn, plainText } from './table.ts'
import type { Typeface } from './typeface.ts'
import { type ColumnNeed, type Extent, extentOf, splitAcrossSheets } from './widths.ts'

const WORDS = {
  cnr: {
    page: 'Strana',
    columns: 'Kolone',
    of: 'od',
    printed: 'Štampano',
    total: 'Ukupno',
    none: 'Nema podataka',
  },
  en: { page: 'Page', columns: 'Columns', of: 'of', printed: 'Printed', total: 'Total', none: 'No data' },
} as const satisfies Record<Locale, object>

const SHEET = { portrait: { width: 595.28, height: 841.89 }, landscape: { width: 841.89, height: 595.28 } }
// In points, 72 to the inch, as type sizes are.
export const MARGIN = 40
export const TITLE = 16
export const NOTE = 8.5
/** Space above the notes and above the table. */
export const GAP = { notes: 4, table: 12 }
/** Space above and below the content of a row. */
export const PAD = 3.5
/** Space left and right of a cell's content, by type size. */
export const cellPadding = (size: number) => 0.6 * size
/** Height of a line and of its baseline, in type sizes. */
export const LINE = { height: 1.3, baseline: 0.98 }
/** Maximum lines of the title and of the notes, so that rows have room. */
const MAX_LINES = 12
/** Maximum width and height of a picture. */
export const PICTURE = 34
/** Type sizes of the table. */
const SIZES = [8.5, 7.5, 6]
/** Type size of a table that is split over several sheets. */
const SPLIT_SIZE = 7.5

/** Minimum width of a text of several words, in type sizes. */
const NARROW = 8
/** Maximum minimal width of a column, in points: two such columns fit on a sheet. */
const MAX_MIN_WIDTH = (SHEET.landscape.width - 2 * MARGIN) / 2

/** The head above the table, and the columns. */
export interface PdfHead {
  title: string
  /** The filters of the rows, in words. */
  subtitle?: string | undefined
  columns: readonly PdfColumn[]
  locale: Locale
  /** The time of printing. */
  printedAt: Date
}

export interface Typefaces {
  regular: Typeface
  bold: Typeface
}

/** The contents on which the widths depend: the number of rows, a sample, and every column's extent at size 1. */
interface PdfContents {
  total: number
  sample: readonly (readonly string[])[]
  extents: readonly Extent[]
}

/** A column and its position on a sheet. */
interface PdfSheetColumn {
  /** Its index among all columns. */
  index: number
  x: number
  width: number
  right: boolean
  hasPictures: boolean
  header: readonly string[]
}

/** One of the sheets over which the columns are split. */
export interface PdfSheet {
  columns: readonly PdfSheetColumn[]
  /** Which columns it has, when the table is split: `Kolone 13–24 od 35`. */
  note: string
}

/** Positions of everything on the pages; lengths in points from the left and the top. */
export interface PdfLayout extends Typefaces {
  doc: PDFKit.PDFDocument
  /** Type size of the table. */
  size: number
  columns: readonly PdfColumn[]
  /** The index of the column that is repeated on every sheet. */
  key: number
  sheets: readonly PdfSheet[]
  title: readonly string[]
  notes: readonly string[]
  words: (typeof WORDS)[Locale]
  paper: { width: number; height: number }
}

/** Computes what is the same for every row. */
export function layOut(
  doc: PDFKit.PDFDocument,
  head: PdfHead,
  typefaces: Typefaces,
  contents: PdfContents,
): PdfLayout {
  const { columns } = head
  const words = WORDS[head.locale]
  const key = Math.max(
    0,
    columns.findIndex(({ kind }) => kind !== 'picture'),
  )
  const { paper, size, needs } = choosePaper(columns, typefaces, contents)
  const room = contentWidth(paper)
  const shared = splitAcrossSheets(needs, room, key)
  const sheets = shared.map((sheet, number) => {
    const [first = 0, last = 0] = [sheet[number === 0 ? 0 : 1]?.index, sheet.at(-1)?.index]
    const note = `${words.columns} ${first + 1}–${last + 1} ${words.of} ${columns.length}`
    let x = MARGIN
    const sheetColumns = sheet.map(({ index, width }) => {
      const { header = '', kind = 'text' } = columns[index] ?? {}
      const lines = breakLines(plainText(header), width - 2 * cellPadding(size), (char) =>
        typefaces.bold.width(char, size),
      )
      x += width
      const right = kind === 'decimal' || kind === 'integer'
      return { index, x: x - width, width, right, hasPictures: kind === 'picture', header: lines }
    })
    return { columns: sheetColumns, note: shared.length > 1 ? note : '' }
  })
  const printed = `${words.printed}: ${cellText(head.printedAt, 'date', head.locale)}`
  const total = `${words.total}: ${contents.total.toLocaleString(locales[head.locale])}`
  const headLines = (text: string, typeface: Typeface, height: number) =>
    breakLines(plainText(text), room, (char) => typeface.width(char, height), MAX_LINES)
  return {
    doc,
    ...typefaces,
    size,
    columns,
    key,
    sheets,
    words,
    paper,
    title: headLines(head.title, typefaces.bold, TITLE),
    notes: [...headLines(head.subtitle ?? '', typefaces.regular, NOTE), `${printed}  ·  ${total}`],
  }
}

const contentWidth = ({ width }: PdfLayout['paper']) => width - 2 * MARGIN

/**
 * Chooses paper and type: portrait for few columns, the largest type with which they fit on one sheet, otherwise
 * several sheets.
 */
function choosePaper(columns: readonly PdfColumn[], typefaces: Typefaces, contents: PdfContents) {
  const lying = SIZES.slice(columns.length <= 8 ? 0 : columns.length <= 12 ? 1 : 2)
  const forms = [
    ...(columns.length <= 5 ? [{ paper: SHEET.portrait, size: SIZES[0] ?? SPLIT_SIZE }] : []),
    ...lying.map((size) => ({ paper: SHEET.landscape, size })),
  ]
  const splitForm = { paper: SHEET.landscape, size: SPLIT_SIZE }
  const needsOf = ({ size }: typeof splitForm) =>
    columns.map((column, i) => columnNeed(column, i, contents, { ...typefaces, size }))
  for (const form of forms) {
    const needs = needsOf(form)
    if (needs.reduce((sum, { least }) => sum + least, 0) <= contentWidth(form.paper))
      return { ...form, needs }
  }
  return { ...splitForm, needs: needsOf(splitForm) }
}

/**
 * Numbers, dates, yes and no, and every word stay on one line, up to {@link MAX_MIN_WIDTH}; the width of texts is that of most
 * of them.
 */
function columnNeed(
  { header, kind }: PdfColumn,
  index: number,
  { sample, extents }: PdfContents,
  { regular, bold, size }: Typefaces & { size: number },
): ColumnNeed {
  const padding = 2 * cellPadding(size)
  if (kind === 'picture') return { want: PICTURE + padding, least: PICTURE + padding, grows: false }
  const title = extentOf(plainText(header), (char) => bold.width(char, size))
  const { whole = 0, word = 0 } = extents[index] ?? {}
  const leastOf = (...widths: number[]) => Math.min(MAX_MIN_WIDTH, Math.max(...widths) + padding)
  if (kind !== 'text') {
    const least = leastOf(whole * size, title.word)
    return { want: Math.max(least, Math.min(MAX_MIN_WIDTH, title.whole + padding)), least, grows: false }
  }
  const widths = sample.flatMap((row) => row[index] || []).map((text) => regular.width(text, size))
  const usual = widths.sort((a, b) => a - b)[Math.floor(widths.length * 0.9)] ?? 0
  const want = Math.max(Math.min(whole * size, usual * 1.25), title.whole)
  const least = leastOf(word * size, title.word, Math.min(want, NARROW * size))
  return { want: Math.max(least, want + padding), least, grows: true }
}

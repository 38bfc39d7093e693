import { cellPadding, GAP, LINE, MARGIN, NOTE, PAD, type PdfLayout, PICTURE, TITLE } from './layout.ts'
import { breakLines } from './table.ts'

/** Space below the rows, including the footer. */
const BOTTOM = 46

/** The lines of a cell's text in its column. */
export const cellLines = ({ regular, size }: PdfLayout, text: string, width: number) =>
  breakLines(text, width - 2 * cellPadding(size), (char) => regular.width(char, size))

/** Whether a row is a heading: it has one cell, across the table. */
export const isHeading = (cells: readonly unknown[], columns: readonly unknown[]) =>
  cells.length === 1 && columns.length > 1

export const headingLines = ({ paper, bold, size }: PdfLayout, [text = '']: readonly string[]) =>
  breakLines(text, paper.width - 2 * MARGIN - 2 * cellPadding(size), (char) => bold.width(char, size))

/** Number of lines of a row with these cells, at least one; the same on every sheet. */
export function countLines(layout: PdfLayout, cells: readonly string[]): number {
  if (isHeading(cells, layout.columns)) return Math.max(1, headingLines(layout, cells).length)
  let most = 1
  for (const { columns } of layout.sheets)
    for (const { index, width, hasPictures } of columns) {
      const text = cells[index]
      if (text && !hasPictures) most = Math.max(most, cellLines(layout, text, width).length)
    }
  return most
}

/** Height of a row with these cells and that many lines, including its pictures. */
export function heightOf(layout: PdfLayout, cells: readonly string[], lines: number): number {
  const isShown = !isHeading(cells, layout.columns)
  const hasPicture = isShown && cells.some((text, i) => text && layout.columns[i]?.kind === 'picture')
  return Math.max(hasPicture ? PICTURE + 2 * PAD : 0, rowHeight(layout, lines))
}

/** Height of a row of the table by its lines. */
export const rowHeight = ({ size }: PdfLayout, lines: number) => lines * size * LINE.height + 2 * PAD

/** Height of the table's header, the same on every sheet. */
export const headerHeight = (layout: PdfLayout) =>
  rowHeight(
    layout,
    Math.max(1, ...layout.sheets.flatMap(({ columns }) => columns.map(({ header }) => header.length))),
  )

const titleHeight = ({ title, notes }: PdfLayout) =>
  (title.length * TITLE + notes.length * NOTE) * LINE.height + GAP.notes + GAP.table

/** Space for rows on the first page and on the others, and the heights of a line and of a row's padding. */
export function rowRoom(layout: PdfLayout) {
  const other = layout.paper.height - MARGIN - BOTTOM - headerHeight(layout)
  return { first: other - titleHeight(layout), other, line: layout.size * LINE.height, padding: 2 * PAD }
}

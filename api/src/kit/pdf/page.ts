import {
  cellLines,
  GAP,
  headerHeight,
  headingLines,
  heightOf,
  isHeading,
  LINE,
  MARGIN,
  NOTE,
  PAD,
  type PdfLayout,
  PICTURE,
  rowHeight,
  TITLE,
} from './layout.ts'
import { breakLines } from './table.ts'
import type { Typeface } from './typeface.ts'

const COLOURS = { ink: '#1b1f24', muted: '#5f6873', hairline: '#d4d9df', band: '#eef1f4' }

interface PdfPage {
  /** Page `number` of `of`. */
  number: number
  of: number
  rows: readonly (readonly string[])[]
  /** By what their cells hold. */
  pictures: ReadonlyMap<string, Buffer>
}

/** Draws the next page. */
export function drawPage(layout: PdfLayout, page: PdfPage): void {
  layout.doc.addPage()
  let y = page.number === 1 ? drawTitle(layout) : MARGIN
  y = drawHeader(layout, y)
  for (const cells of page.rows) y = drawRow(layout, cells, y, page.pictures)
  if (page.rows.length === 0) drawEmpty(layout, y)
  drawFooter(layout, `${layout.words.page} ${page.number}/${page.of}`)
}

function drawTitle({ doc, regular, bold, title, notes }: PdfLayout): number {
  let y = MARGIN
  doc.fillColor(COLOURS.ink)
  for (const line of title) {
    bold.draw(line, MARGIN, y + TITLE * LINE.baseline, TITLE)
    y += TITLE * LINE.height
  }
  y += GAP.notes
  doc.fillColor(COLOURS.muted)
  for (const line of notes) {
    regular.draw(line, MARGIN, y + NOTE * LINE.baseline, NOTE)
    y += NOTE * LINE.height
  }
  return y + GAP.table
}

function drawHeader(layout: PdfLayout, top: number): number {
  const { doc, bold, columns, sheet, size } = layout
  const height = headerHeight(layout)
  doc.rect(MARGIN, top, sheet.width - 2 * MARGIN, height).fill(COLOURS.band)
  doc.fillColor(COLOURS.ink)
  for (const column of columns) {
    drawLines(bold, column.header, column, top + height - rowHeight(layout, column.header.length), size)
  }
  rule(layout, top + height, 0.8, COLOURS.ink)
  doc.fillColor(COLOURS.ink)
  return top + height
}

function drawRow(
  layout: PdfLayout,
  cells: readonly string[],
  top: number,
  pictures: PdfPage['pictures'],
): number {
  const bottom = top + heightOf(layout, cells)
  if (isHeading(cells, layout.columns)) {
    const whole = { x: MARGIN, width: layout.sheet.width - 2 * MARGIN, right: false }
    drawLines(layout.bold, headingLines(layout, cells), whole, top, layout.size)
  } else
    for (const [i, column] of layout.columns.entries()) {
      const text = cells[i] ?? ''
      if (column.hasPictures) drawPicture(layout, pictures.get(text), column.x + PAD.x, top + PAD.y)
      else drawLines(layout.regular, cellLines(layout, text, i), column, top, layout.size)
    }
  rule(layout, bottom, 0.4, COLOURS.hairline)
  return bottom
}

function drawPicture({ doc }: PdfLayout, picture: Buffer | undefined, x: number, y: number) {
  if (picture) doc.image(picture, x, y, { fit: [PICTURE, PICTURE], align: 'center', valign: 'center' })
}

function drawLines(
  face: Typeface,
  lines: readonly string[],
  { x, width, right }: { x: number; width: number; right: boolean },
  top: number,
  size: number,
): void {
  for (const [i, line] of lines.entries()) {
    const left = right ? x + width - PAD.x - face.width(line, size) : x + PAD.x
    face.draw(line, left, top + PAD.y + (i * LINE.height + LINE.baseline) * size, size)
  }
}

function drawEmpty({ doc, regular, size, words }: PdfLayout, top: number): void {
  doc.fillColor(COLOURS.muted)
  regular.draw(words.none, MARGIN + PAD.x, top + PAD.y + LINE.baseline * size, size)
}

function drawFooter(layout: PdfLayout, pageText: string): void {
  const { doc, regular, title, sheet } = layout
  const baseline = sheet.height - 28
  const right = sheet.width - MARGIN
  const pageWidth = regular.width(pageText, NOTE)
  const room = right - MARGIN - pageWidth - 20
  const [name = ''] = breakLines(title.join(' '), room, (char) => regular.width(char, NOTE), 1)
  doc.fillColor(COLOURS.muted)
  regular.draw(name, MARGIN, baseline, NOTE)
  regular.draw(pageText, right - pageWidth, baseline, NOTE)
}

function rule({ doc, sheet }: PdfLayout, y: number, thickness: number, colour: string): void {
  doc
    .lineWidth(thickness)
    .moveTo(MARGIN, y)
    .lineTo(sheet.width - MARGIN, y)
    .stroke(colour)
}

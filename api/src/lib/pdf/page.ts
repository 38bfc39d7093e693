import {
  cellPadding,
  GAP,
  LINE,
  MARGIN,
  NOTE,
  PAD,
  type PdfLayout,
  type PdfSheet,
  PICTURE,
  TITLE,
} from './layout.ts'
import { cellLines, countLines, headerHeight, headingLines, heightOf, isHeading, rowHeight } from './rows.ts'
import { breakLines } from './table.ts'
import type { Typeface } from './typeface.ts'

const COLOURS = { ink: '#1b1f24', muted: '#5f6873', hairline: '#d4d9df', band: '#eef1f4' }

/** A row, or its lines from `from` to `to` when it is split between pages. */
export interface PdfRow {
  cells: readonly string[]
  from: number
  to?: number | undefined
}

interface PdfPage {
  /** Page `number` of `of`. */
  number: number
  of: number
  sheet: PdfSheet
  rows: readonly PdfRow[]
  /** By the values of their cells. */
  pictures: ReadonlyMap<string, Buffer>
}

/** Draws the next page. */
export function drawPage(layout: PdfLayout, page: PdfPage): void {
  const { doc, paper, words } = layout
  doc.addPage({ size: 'A4', layout: paper.width > paper.height ? 'landscape' : 'portrait' })
  let y = page.number <= layout.sheets.length ? drawTitle(layout) : MARGIN
  y = drawHeader(layout, page.sheet, y)
  for (const row of page.rows) y = drawRow(layout, page, row, y)
  if (page.rows.length === 0) drawEmpty(layout, y)
  const pageLabel = `${words.page} ${page.number}/${page.of}`
  drawFooter(layout, [page.sheet.note, pageLabel].filter(Boolean).join('  ·  '))
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

function drawHeader(layout: PdfLayout, { columns }: PdfSheet, top: number): number {
  const { doc, bold, paper, size } = layout
  const height = headerHeight(layout)
  doc.rect(MARGIN, top, paper.width - 2 * MARGIN, height).fill(COLOURS.band)
  doc.fillColor(COLOURS.ink)
  for (const column of columns) {
    drawLines(bold, column.header, column, top + height - rowHeight(layout, column.header.length), size)
  }
  rule(layout, top + height, 0.8, COLOURS.ink)
  doc.fillColor(COLOURS.ink)
  return top + height
}

function drawRow(layout: PdfLayout, { sheet, pictures }: PdfPage, { cells, from, to }: PdfRow, top: number) {
  const lines = to ?? countLines(layout, cells)
  const isWhole = from === 0 && to === undefined
  const bottom = top + (isWhole ? heightOf(layout, cells, lines) : rowHeight(layout, lines - from))
  if (isHeading(cells, layout.columns)) {
    const across = { x: MARGIN, width: layout.paper.width - 2 * MARGIN, right: false }
    drawLines(layout.bold, headingLines(layout, cells).slice(from, to), across, top, layout.size)
  } else
    for (const column of sheet.columns) {
      const text = cells[column.index] ?? ''
      if (column.hasPictures && from === 0)
        drawPicture(layout, pictures.get(text), column.x + cellPadding(layout.size), top + PAD)
      if (column.hasPictures) continue
      // repeated on every page of a split row
      const [first, end] = column.index === layout.key ? [0, lines - from] : [from, to]
      drawLines(
        layout.regular,
        cellLines(layout, text, column.width).slice(first, end),
        column,
        top,
        layout.size,
      )
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
    const left = right ? x + width - cellPadding(size) - face.width(line, size) : x + cellPadding(size)
    face.draw(line, left, top + PAD + (i * LINE.height + LINE.baseline) * size, size)
  }
}

function drawEmpty({ doc, regular, size, words }: PdfLayout, top: number): void {
  doc.fillColor(COLOURS.muted)
  regular.draw(words.none, MARGIN + cellPadding(size), top + PAD + LINE.baseline * size, size)
}

function drawFooter(layout: PdfLayout, pageText: string): void {
  const { doc, regular, title, paper } = layout
  const baseline = paper.height - 28
  const right = paper.width - MARGIN
  const pageTextWidth = regular.width(pageText, NOTE)
  const room = right - MARGIN - pageTextWidth - 20
  const [name = ''] = breakLines(title.join(' '), room, (char) => regular.width(char, NOTE), 1)
  doc.fillColor(COLOURS.muted)
  regular.draw(name, MARGIN, baseline, NOTE)
  regular.draw(pageText, right - pageTextWidth, baseline, NOTE)
}

function rule({ doc, paper }: PdfLayout, y: number, thickness: number, colour: string): void {
  doc
    .lineWidth(thickness)
    .moveTo(MARGIN, y)
    .lineTo(paper.width - MARGIN, y)
    .stroke(colour)
}

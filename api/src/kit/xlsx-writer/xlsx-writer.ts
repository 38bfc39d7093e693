// xlsx-writer: an .xlsx that is written while its rows are read. Also entered at cell-xml.ts (what a cell may
// hold).
import { finished, Readable } from 'node:stream'
import type { Locale } from '@kontor/contract/kit/api/locales'
import { columnLetters, type SheetColumn, type SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { optionLabel } from '@kontor/contract/kit/list/list'
import { ZipFile } from 'yazl'
import { cellXml, type WriteKind, type WriteValue } from './cell-xml.ts'
import { escapeXml, fixedParts } from './workbook-parts.ts'

export interface WriteColumn {
  header: string
  kind: WriteKind
  /** In characters; by kind when absent. */
  width?: number
}

interface WriteOptions {
  sheetName: string
  columns: readonly WriteColumn[]
  /** One array per row, in the columns' order. Read no faster than the file is taken away. */
  rows: Iterable<readonly WriteValue[]> | AsyncIterable<readonly WriteValue[]>
  /** Language of yes and no; Montenegrin by default. */
  locale?: Locale
}

interface LayoutOptions<C extends SheetColumns> {
  sheetName: string
  layout: C
  /** Their values by the layout's names; a record is written by its own name. */
  rows: AsyncIterable<{ readonly [K in keyof C]: WriteValue | { name: string } }>
  locale: Locale
}

/** Writes records in a layout, each column by its name. */
export function writeLayout<C extends SheetColumns>({ sheetName, layout, rows, locale }: LayoutOptions<C>) {
  const named: [keyof C, SheetColumn][] = Object.entries(layout)
  const columns = named.map(([, { header, kind, width }]) => ({ header: header[locale], kind, width }))
  const cells = async function* () {
    for await (const row of rows) yield named.map(([name, column]) => cellOf(row[name], column, locale))
  }
  return writeSheet({ sheetName, columns, rows: cells(), locale })
}

function cellOf(value: WriteValue | { name: string }, column: SheetColumn, locale: Locale): WriteValue {
  if (column.options) return optionLabel(column, value, locale)
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : value
}

const WIDTHS: Record<WriteKind, number> = { text: 30, decimal: 14, integer: 12, boolean: 10, date: 18 }
const MAX_ROWS = 1_048_576
/** Characters of XML handed on at once. */
const CHUNK = 32_768

/**
 * Writes an .xlsx workbook of one sheet as a stream: bold frozen header with a filter, column widths, number and date
 * formats. Text is never a formula. Memory does not grow with the rows; when the stream is destroyed, the rows'
 * iterator is closed, and when the rows fail, the stream fails.
 */
export function writeSheet(options: WriteOptions): Readable {
  const zip = new ZipFile()
  for (const [path, xml] of fixedParts(options.sheetName)) zip.addBuffer(Buffer.from(xml), path)
  const sheet = Readable.from(sheetXml(options), { objectMode: false })
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  // yazl declares less than it gives: a PassThrough.
  const output = zip.outputStream as Readable
  sheet.on('error', (error) => output.destroy(error))
  finished(output, () => sheet.destroy())
  return output
}

async function* sheetXml({ columns, rows, locale = 'cnr' }: WriteOptions): AsyncGenerator<string> {
  let xml = headXml(columns)
  let count = 1
  for await (const values of rows) {
    count += 1
    if (count > MAX_ROWS) throw new RangeError(`a sheet holds at most ${MAX_ROWS} rows`)
    xml += `<row r="${count}">`
    for (let i = 0; i < columns.length; i++) xml += cellXml(values[i], columns[i]?.kind ?? 'text', locale)
    xml += '</row>'
    if (xml.length < CHUNK) continue
    yield xml
    xml = ''
  }
  const filtered = `A1:${columnLetters(columns.length - 1)}${count}`
  yield `${xml}</sheetData><autoFilter ref="${filtered}"/></worksheet>`
}

function headXml(columns: readonly WriteColumn[]): string {
  const widths = columns.map(({ kind, width = WIDTHS[kind] }, i) => {
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`
  })
  const headers = columns.map(({ header }) => {
    return `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escapeXml(header)}</t></is></c>`
  })
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headers.join('')}</row>`
}

// Streams an .xlsx while its rows are read.
import { Readable } from 'node:stream'
import { columnLetters, type SheetColumn, type SheetColumns } from '@kontor/contract/lib/imports/columns'
import { optionLabel } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { cellXml, type WriteKind, type WriteValue } from './cell-xml.ts'
import { escapeXml, fixedParts } from './workbook-parts.ts'
import { type ZipPart, zipped } from './zip.ts'

/** Rows in portions, read with back pressure: to await each row would take as long as to write it. */
type Portions<Row> = AsyncIterable<Iterable<Row>>

export interface WriteColumn {
  header: string
  kind: WriteKind
  /** In characters; by type when absent. */
  width?: number
}

interface WriteOptions {
  sheetName: string
  columns: readonly WriteColumn[]
  /** One array per row, in the columns' order. */
  rows: Iterable<readonly WriteValue[]> | Portions<readonly WriteValue[]>
  /** The last row, outside of the header's filter. Called after the others were written. */
  sums?: () => readonly WriteValue[]
  /** Locale of yes and no; Montenegrin by default. */
  locale?: Locale
  /** A second sheet. */
  notes?: Pick<WriteOptions, 'sheetName' | 'columns' | 'rows'>
}

export interface LayoutOptions<C extends SheetColumns> {
  sheetName: string
  layout: C
  /** Values by the layout's names; a referenced record is written by its name. */
  rows: Portions<{ readonly [K in keyof C]: WriteValue | Named }>
  locale: Locale
}

/** Writes records in a layout, each column by its name. */
export function writeLayout<C extends SheetColumns>({ sheetName, layout, rows, locale }: LayoutOptions<C>) {
  const named: [keyof C, SheetColumn][] = Object.entries(layout)
  const columns = named.map(([, { header, kind, width }]) => ({ header: header[locale], kind, width }))
  const cells = async function* () {
    for await (const some of rows)
      yield Array.from(some, (row) => named.map(([name, column]) => cellOf(row[name], column, locale)))
  }
  return writeSheet({ sheetName, columns, rows: cells(), locale })
}

/** The value of a reference. */
interface Named {
  id?: number
  name: string
}

function cellOf(value: WriteValue | Named, column: SheetColumn, locale: Locale): WriteValue {
  if (column.options) return optionLabel(column, value, locale)
  if (typeof value !== 'object' || value === null || !('name' in value)) return value
  return column.refers === 'number' && value.id !== undefined ? value.id : value.name
}

const WIDTHS: Record<WriteKind, number> = {
  text: 30,
  decimal: 14,
  integer: 12,
  boolean: 10,
  date: 18,
  day: 14,
}
const MAX_ROWS = 1_048_576
/** Characters of XML per chunk. */
const CHUNK = 32_768

/**
 * Writes an .xlsx workbook of one sheet as a stream: bold frozen header with a filter, column widths, number and date
 * formats. Text is never a formula. Memory does not grow with the rows; when the stream is destroyed, the rows'
 * iterator is closed, and when the rows fail, the stream fails.
 */
export function writeSheet(options: WriteOptions): Readable {
  const { notes } = options
  const sheets = notes ? [options, notes] : [options]
  const parts: ZipPart[] = [
    ...fixedParts(sheets.map(({ sheetName }) => sheetName)).map(([path, xml]) => ({ path, text: xml })),
    ...sheets.map((sheet, i) => ({ path: `xl/worksheets/sheet${i + 1}.xml`, text: sheetXml(sheet) })),
  ]
  return Readable.from(zipped(parts), { objectMode: false })
}

async function* sheetXml({
  columns,
  rows,
  sums,
  locale = 'cnr',
}: Omit<WriteOptions, 'notes'>): AsyncGenerator<string> {
  const kinds = columns.map(({ kind }) => kind)
  const rowXml = (values: readonly WriteValue[], index: number) => {
    let cells = ''
    for (let i = 0; i < kinds.length; i++) cells += cellXml(values[i], kinds[i] ?? 'text', locale)
    return `<row r="${index}">${cells}</row>`
  }
  let xml = headXml(columns)
  let count = 1
  for await (const some of Symbol.asyncIterator in rows ? rows : [rows]) {
    for (const values of some) {
      count += 1
      if (count + (sums ? 1 : 0) > MAX_ROWS) throw new RangeError(`a sheet holds at most ${MAX_ROWS} rows`)
      xml += rowXml(values, count)
      if (xml.length < CHUNK) continue
      yield xml
      xml = ''
    }
  }
  if (sums) xml += rowXml(sums(), count + 1)
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

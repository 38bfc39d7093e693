// Builds workbooks for the tests, valid and invalid ones, from parts.
import { buffer } from 'node:stream/consumers'
import * as xlsx from '@e965/xlsx'
import { ZipFile } from 'yazl'
import { fixedParts } from '../src/lib/spreadsheets/xlsx-writer/workbook-parts.ts'

export type Parts = Record<string, string | Buffer>

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export const worksheet = (rows: string) =>
  `<worksheet xmlns="${SPREADSHEET}"><sheetData>${rows}</sheetData></worksheet>`

/** A zip of the given files, in order. */
export function makeZip(parts: Parts | [path: string, content: string | Buffer][]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Array.isArray(parts) ? parts : Object.entries(parts)) {
    zip.addBuffer(Buffer.from(content), path)
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** An .xlsx with one sheet of these `<row>` elements; `parts` replaces and adds files. */
export const makeXlsx = (rows: string, parts: Parts = {}) =>
  makeZip({
    ...Object.fromEntries(fixedParts(['Sheet'])),
    'xl/worksheets/sheet1.xml': worksheet(rows),
    ...parts,
  })

/** An .xls (or any other format of SheetJS) with these rows. */
export function makeBook(
  rows: unknown[][],
  bookType: 'biff8' | 'biff5' | 'xlsx' = 'biff8',
  touch?: (sheet: xlsx.WorkSheet) => void,
): Buffer {
  const sheet = xlsx.utils.aoa_to_sheet(rows)
  touch?.(sheet)
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, sheet, 'List')
  return xlsx.write(book, { type: 'buffer', bookType })
}

/** A file of an .xlsx with these rows, as a form sends it. */
export const sheetFile = (rows: unknown[][], name: string) =>
  new File([new Uint8Array(makeBook(rows, 'xlsx'))], name)

/** The parts of a promise's rejection that tests compare. */
export async function errorOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => new Error('nothing was refused'),
    (reason) => reason,
  )
  return 'code' in error ? { code: error.code, ...error.params } : error
}

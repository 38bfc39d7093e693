import { isSheetName } from '@kontor/contract/lib/imports/columns'
import { encodingOfText } from './encoding.ts'
import { SheetError } from './sheet-error.ts'

/** The format of a file: an Office zip, an Excel 5–2003 workbook, a web page, SpreadsheetML 2003, CSV or TSV. */
export type FileKind = 'xlsx' | 'xls' | 'html' | 'xml' | 'csv'

const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\u0003\u0004')
/** Bytes that are inspected to distinguish text formats; even, so that no UTF-16 character is cut. */
const START = 4096
/** Names of streams inside an OLE2 file are UTF-16. */
const stream = (name: string) => Buffer.from(`${name}\0`, 'utf16le')

/**
 * Detects the format of a file. The extension must be an accepted one; the format is decided by the bytes. Many
 * programs write texts with the extension .xls; a text with the extension .xlsx is rejected, as in Excel. Throws {@link
 * SheetError}.
 */
export function fileKind(file: Buffer, fileName: string): FileKind {
  if (!isSheetName(fileName)) throw new SheetError('excel.extension')
  if (file.length === 0) throw new SheetError('excel.empty')
  if (file.subarray(0, ZIP.length).equals(ZIP)) return 'xlsx'
  if (file.subarray(0, OLE2.length).equals(OLE2)) return oleKind(file)
  const kind = textKind(file)
  if (!/\.xls[xm]$/i.test(fileName)) return kind
  throw new SheetError(kind === 'html' ? 'excel.html' : 'excel.text')
}

function oleKind(file: Buffer): FileKind {
  if (file.includes(stream('EncryptedPackage'))) throw new SheetError('excel.encrypted')
  if (file.includes(stream('Workbook')) || file.includes(stream('Book'))) return 'xls'
  throw new SheetError('excel.document')
}

function textKind(file: Buffer): FileKind {
  if (file.subarray(0, START).includes('%PDF-')) throw new SheetError('excel.pdf')
  const text = encodingOfText(file.subarray(0, START))
    .decoder()
    .decode(file.subarray(0, START), { stream: true })
    .trimStart()
  if (/[\0-\u0008\u000e-\u001f]/.test(text)) throw new SheetError('excel.other')
  if (text === '') throw new SheetError('excel.empty')
  if (text.startsWith('{\\rtf')) throw new SheetError('excel.document')
  if (/^(mime-version:|content-type: *multipart\/|from:.*\s+mime-version:)/i.test(text)) {
    throw new SheetError('excel.mhtml')
  }
  if (!text.startsWith('<')) return 'csv'
  return /urn:schemas-microsoft-com:office:spreadsheet/.test(text) && /^<\?xml|^<(\w+:)?Workbook/.test(text)
    ? 'xml'
    : 'html'
}

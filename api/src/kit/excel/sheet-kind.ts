import { type FileReason, notAWorkbook, SheetError } from './sheet-error.ts'

const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\u0003\u0004')
/** Names of streams inside an OLE2 file are UTF-16. */
const stream = (name: string) => Buffer.from(`${name}\0`, 'utf16le')

/**
 * What a file is by its bytes, whatever its name says: an Office zip (`xlsx`; the zip guard looks inside) or an
 * Excel 5–2003 workbook (`xls`). Throws {@link SheetError}: `excel.encrypted`, or `excel.file_validation` with the
 * reason `empty`, `text` (CSV), `html`, `pdf`, `document` (Word and the like) or `other`.
 */
export function sheetKind(file: Buffer): 'xlsx' | 'xls' {
  if (file.subarray(0, ZIP.length).equals(ZIP)) return 'xlsx'
  if (!file.subarray(0, OLE2.length).equals(OLE2)) throw notAWorkbook(reasonOf(file))
  if (file.includes(stream('EncryptedPackage'))) throw new SheetError('excel.encrypted')
  if (file.includes(stream('Workbook')) || file.includes(stream('Book'))) return 'xls'
  throw notAWorkbook('document')
}

function reasonOf(file: Buffer): FileReason {
  const start = file.subarray(0, 4096)
  if (start.length === 0) return 'empty'
  if (start.includes('%PDF-')) return 'pdf'
  const text = start
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (text.startsWith('<')) return 'html'
  return start.includes(0) ? 'other' : 'text'
}

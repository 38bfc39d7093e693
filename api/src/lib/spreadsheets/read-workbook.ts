// Any file of rows, read into the same cells.
import type { CodePage } from '@kontor/contract/lib/imports/ambiguities'
import { type FileKind, fileKind } from './file-kind.ts'
import { type ReadLimits, readLimits } from './limits.ts'
import { SheetError } from './sheet-error.ts'
import type { Workbook } from './workbook.ts'

interface ReadOptions {
  /** As the file was called; its extension has to be one that an import takes. */
  fileName?: string
  limits?: Partial<ReadLimits>
  signal?: AbortSignal
  fieldsIn?: Named['fieldsIn']
  encoding?: Named['encoding']
}

/** The input of the readers. */
export interface Named {
  /** What a sheet without a name of its own is called. */
  name: string
  /** How many fields a row of texts names, were it the header; tells how CSV is cut. */
  fieldsIn?: ((texts: readonly string[]) => number) | undefined
  /** The code page of a text that is no Unicode; else it is guessed. */
  encoding?: CodePage | undefined
}

/** Reads one kind of file; a file without sheets of its own is one sheet of the given name. */
type Reader = (file: Buffer, limits: ReadLimits, signal: AbortSignal, named: Named) => Promise<Workbook>

/** Loaded by the first file of their kind. */
const readers: Readonly<Record<FileKind, () => Promise<Reader>>> = {
  xlsx: async () => (await import('./xlsx/xlsx.ts')).readXlsx,
  xls: async () => (await import('./xls/xls.ts')).readXls,
  html: async () => (await import('./text/html.ts')).readHtml,
  xml: async () => (await import('./text/spreadsheetml.ts')).readSpreadsheetMl,
  csv: async () => (await import('./text/csv.ts')).readCsv,
}

/**
 * Reads a workbook: .xlsx and .xlsm while they are unpacked, .xls in a process of its own, and the texts that are called
 * so (web pages, SpreadsheetML, CSV, TSV) piece by piece. The caller's thread is never busy for more than some
 * milliseconds; the time that is given ends with the reading of the rows. Throws {@link SheetError} for every file that
 * is refused, or the signal's reason.
 */
export async function readWorkbook(
  file: Buffer,
  { fileName = 'List.xls', limits: given, signal, fieldsIn, encoding }: ReadOptions = {},
): Promise<Workbook> {
  const limits = { ...readLimits, ...given }
  if (file.length > limits.bytes) throw new SheetError('excel.too_large')
  const read = await readers[fileKind(file, fileName)]()
  const timeout = deadline(limits.time)
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout
  return read(file, limits, end, { name: fileName.replace(/\.\w+$/, ''), fieldsIn, encoding })
}

function deadline(ms: number): AbortSignal {
  const abort = new AbortController()
  setTimeout(() => abort.abort(new SheetError('excel.timeout')), ms).unref()
  return abort.signal
}

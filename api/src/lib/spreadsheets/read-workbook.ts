// Reads files of any supported format into the same cells.
import type { CodePage } from '@kontor/contract/lib/imports/questions'
import { type FileKind, fileKind } from './file-kind.ts'
import { type ReadLimits, readLimits } from './limits.ts'
import { SheetError } from './sheet-error.ts'
import type { Workbook } from './workbook.ts'

interface ReadOptions {
  /** The original file name; its extension must be an accepted one. */
  fileName?: string
  limits?: Partial<ReadLimits>
  signal?: AbortSignal
  fieldsIn?: Named['fieldsIn']
  encoding?: Named['encoding']
}

/** The input of the readers. */
export interface Named {
  /** The name of a sheet without a name of its own. */
  name: string
  /** Counts the fields that a row of texts matches as a header; used to find the separator of CSV. */
  fieldsIn?: ((texts: readonly string[]) => number) | undefined
  /** The code page of a text that is not Unicode; guessed when absent. */
  encoding?: CodePage | undefined
}

/** Reads one format; a file without sheets becomes one sheet with the given name. */
type Reader = (file: Buffer, limits: ReadLimits, signal: AbortSignal, named: Named) => Promise<Workbook>

/** Imported with the first file of their format. */
const readers: Readonly<Record<FileKind, () => Promise<Reader>>> = {
  xlsx: async () => (await import('./xlsx/xlsx.ts')).readXlsx,
  xls: async () => (await import('./xls/xls.ts')).readXls,
  html: async () => (await import('./text/html.ts')).readHtml,
  xml: async () => (await import('./text/spreadsheetml.ts')).readSpreadsheetMl,
  csv: async () => (await import('./text/csv.ts')).readCsv,
}

/**
 * Reads a workbook: .xlsx and .xlsm as a stream, .xls in a child process, and text formats (web pages, SpreadsheetML,
 * CSV, TSV) in chunks. The event loop is never blocked for more than some milliseconds; the timeout ends with the
 * reading of the rows. Throws {@link SheetError} for every rejected file, or the signal's reason.
 */
export async function readWorkbook(
  file: Buffer,
  { fileName = 'List.xls', limits: limitOptions, signal, fieldsIn, encoding }: ReadOptions = {},
): Promise<Workbook> {
  const limits = { ...readLimits, ...limitOptions }
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

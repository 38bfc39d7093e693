// The door of this drawer: any file that an import takes, read into the same cells.
import { readXlsx } from '../xlsx/workbook.ts'
import { fileKind } from './file-kind.ts'
import { type ReadLimits, readLimits } from './limits.ts'
import { SheetError } from './sheet-error.ts'
import type { Workbook } from './workbook.ts'
import { readXls } from './xls.ts'

interface ReadOptions {
  /** As the file was called; its extension has to be one that an import takes. */
  fileName?: string
  limits?: Partial<ReadLimits>
  signal?: AbortSignal
}

/**
 * Reads a workbook: .xlsx and .xlsm while they are unpacked, .xls in a thread of its own. The caller's thread is never
 * busy for more than some milliseconds, and the time that is given ends with the reading of the rows. Throws
 * {@link SheetError} for every file that is refused, or the signal's reason.
 */
export async function readWorkbook(
  file: Buffer,
  { fileName = '.xls', limits: given, signal }: ReadOptions = {},
): Promise<Workbook> {
  const limits = { ...readLimits, ...given }
  if (file.length > limits.bytes) throw new SheetError('excel.too_large')
  const timeout = deadline(limits.time)
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout
  const kind = fileKind(file, fileName)
  if (kind !== 'xlsx' && kind !== 'xls') throw new SheetError('excel.text')
  return readers[kind](file, limits, end)
}

const readers = { xlsx: readXlsx, xls: readXls } as const

function deadline(ms: number): AbortSignal {
  const abort = new AbortController()
  setTimeout(() => abort.abort(new SheetError('excel.timeout')), ms).unref()
  return abort.signal
}

import { decoded, decoderOf } from '../encoding.ts'
import type { ReadLimits } from '../limits.ts'
import { damaged, SheetError } from '../sheet-error.ts'
import type { Workbook } from '../workbook.ts'
import { XmlReader } from '../xlsx/xml.ts'
import { SpreadsheetMlHandler } from './spreadsheetml-handler.ts'

/** The namespaces of spreadsheets, Excel's extensions and formatted texts. */
const NAMESPACES = new Set([
  'urn:schemas-microsoft-com:office:spreadsheet',
  'urn:schemas-microsoft-com:office:excel',
  'http://www.w3.org/TR/REC-html40',
])

/** Reads SpreadsheetML, the XML of Excel 2003. Throws SheetError, or the signal's reason. */
export async function readSpreadsheetMl(
  file: Buffer,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<Workbook> {
  const handler = new SpreadsheetMlHandler(limits)
  const xml = new XmlReader(handler, NAMESPACES, limits)
  try {
    for await (const text of decoded(file, decoderOf(file), signal)) xml.push(text)
    xml.end()
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error instanceof SheetError ? error : damaged(String(error), error)
  }
  return { sheets: handler.sheets }
}

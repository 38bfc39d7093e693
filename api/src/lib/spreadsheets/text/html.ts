import { Parser } from 'htmlparser2'
import { decoded, encodingOfPage } from '../encoding.ts'
import type { ReadLimits } from '../limits.ts'
import type { Named } from '../read-workbook.ts'
import type { Workbook } from '../workbook.ts'
import { HtmlTables } from './html-tables.ts'

/**
 * Reads the tables of a web page, one below the other as Excel does: row numbers continue over all tables, every cell
 * is a text. Throws SheetError, or the signal's reason.
 */
export async function readHtml(
  file: Buffer,
  limits: ReadLimits,
  signal: AbortSignal,
  { name, encoding }: Named,
): Promise<Workbook> {
  const tables = new HtmlTables(limits)
  const parser = new Parser({
    onopentag: (tag, attributes) => tables.open(tag, attributes),
    ontext: (text) => tables.text(text),
    onclosetag: () => tables.close(),
  })
  const { decoder, guess } = encodingOfPage(file, encoding)
  for await (const text of decoded(file, decoder(), signal)) parser.write(text)
  parser.end()
  const { rows, layout } = tables
  return { sheets: [{ name, state: 'visible', isText: true, rows, layout: async () => layout }], guess }
}

// Reads CSV and TSV.
import { pipeline } from 'node:stream/promises'
import { CsvError, type Info, type Options, parse } from 'csv-parse'
import { decoded, encodingOfText } from '../encoding.ts'
import { Budget, type ReadLimits } from '../limits.ts'
import type { Named } from '../read-workbook.ts'
import { damagedFileError } from '../sheet-error.ts'
import type { Cell, Row, Workbook } from '../workbook.ts'
import { cellOfCsv } from './text-cell.ts'

/** In order of precedence when equally many lines have them: a comma is also a decimal mark. */
const SEPARATORS = ['\t', ';', ',']
/** Characters and lines from which the separator is guessed. */
const SAMPLE = 32_768
const SAMPLE_LINES = 50

/**
 * Reads CSV and TSV. The separator is declared by a first line `sep=;` or guessed, and every cell is a text. Throws
 * SheetError, or the signal's reason.
 */
export async function readCsv(
  file: Buffer,
  limits: ReadLimits,
  signal: AbortSignal,
  { name, fieldsIn, encoding }: Named,
): Promise<Workbook> {
  const { decoder, guess } = encodingOfText(file, encoding)
  const start = decoder().decode(file.subarray(0, SAMPLE), { stream: true })
  const declared = /^sep=(.)\r?\n/i.exec(start)?.[1]
  const separator = declared ?? separatorOf(start, fieldsIn)
  const options: Options = {
    delimiter: separator,
    from: declared === undefined ? 1 : 2,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    // Parsing an empty line is slow, skipping it is not; the row numbers are corrected by the parser's count of empty
    // lines.
    skip_empty_lines: true,
    info: true,
    max_record_size: limits.token,
  }
  const notCounted = declared === undefined ? 0 : 1 // Excel gives the line `sep=;` no number
  const budget = new Budget(limits)
  const rows: Row[] = []
  const widths = new Widths()
  try {
    // A pipeline, because `pipe` does not forward errors of its source, such as the timeout.
    await pipeline(decoded(file, decoder(), signal), parse(options), async (records) => {
      for await (const { record, info } of records as AsyncIterable<{ record: string[]; info: Info }>) {
        const number = info.records + info.empty_lines - notCounted
        budget.rowNumber(number)
        const cells = cellsOf(record, separator, budget)
        if (cells.length === 0) continue
        budget.row()
        rows.push({ number, hidden: false, cells })
        widths.add(record.length, cells, separator)
      }
    })
  } catch (error) {
    throw error instanceof CsvError ? damagedFileError(error.code, error) : error
  }
  widths.markTorn()
  return { sheets: [{ name, state: 'visible', isText: true, rows, merged: async () => [] }], guess }
}

/**
 * Finds the lines in which two stray quotes have swallowed separators: a cell holds one, and the line has fewer cells
 * than most. Its values stand under the wrong headers.
 */
class Widths {
  readonly #lines = new Map<number, number>()
  readonly #quoted: { width: number; cell: Cell }[] = []

  add(width: number, cells: Cell[], separator: string) {
    this.#lines.set(width, (this.#lines.get(width) ?? 0) + 1)
    for (const cell of cells) if (cell.shown.includes(separator)) this.#quoted.push({ width, cell })
  }

  /** Marks the cells of those lines. The width that most lines have counts, of two the larger. */
  markTorn() {
    const [usual = 0] = [...this.#lines].sort(([a, some], [b, others]) => others - some || b - a)[0] ?? []
    for (const { width, cell } of this.#quoted)
      if (width < usual) Object.assign(cell, { kind: 'torn', hasRows: true } satisfies Partial<Cell>)
  }
}

function cellsOf(record: string[], separator: string, budget: Budget) {
  return record.flatMap((text, column) => {
    const cell = cellOfCsv(text, separator, column)
    if (!cell) return []
    budget.cell(cell)
    return [cell]
  })
}

/**
 * The separator with which the most fields match the header; without a header, the one in most lines outside of quotes.
 */
function separatorOf(start: string, fieldsIn: Named['fieldsIn'] = () => 0): string {
  const first = start.split(/[\r\n]+/, SAMPLE_LINES)
  const headers = SEPARATORS.map((separator) =>
    Math.max(...first.map((line) => fieldsIn(line.split(separator).map(withoutQuotes)))),
  )
  const best = Math.max(...headers)
  if (best > 0) return SEPARATORS[headers.indexOf(best)] ?? ','
  const lines = start.replaceAll(/"[^"]*("|$)/g, '').split(/[\r\n]+/, SAMPLE_LINES)
  const found = SEPARATORS.map((separator) => lines.filter((line) => line.includes(separator)).length)
  return SEPARATORS[found.indexOf(Math.max(...found))] ?? ','
}

const withoutQuotes = (text: string) => text.trim().replace(/^"(.*)"$/, '$1')

// Builds cells and workbooks for the tests, without a file.
import { numberFormat } from '../src/lib/spreadsheets/number-format.ts'
import { readWorkbook } from '../src/lib/spreadsheets/read-workbook.ts'
import {
  type Cell,
  errorCell,
  type Sheet,
  textCell,
  type Workbook,
} from '../src/lib/spreadsheets/workbook.ts'

/** The content of a cell: blank, a text, a number in the format General, a boolean, or a cell's properties. */
export type Content = null | string | number | boolean | { error: string } | Omit<Cell, 'column'>

const general = numberFormat('General')

function contentOf(content: Content): Omit<Cell, 'column'> | undefined {
  if (content === null) return undefined
  if (typeof content === 'string') return textCell(content)
  if (typeof content === 'number') return general.read(content)
  if (typeof content === 'boolean')
    return { kind: 'boolean', value: content, shown: String(content).toUpperCase(), percent: false }
  return 'error' in content ? errorCell(content.error) : content
}

/** A sheet; the first row is Excel's row 1, empty rows are omitted as by the reader. */
export function makeSheet(rows: Content[][], overrides: Partial<Sheet> = {}): Sheet {
  const numbered = rows.map((contents, i) => {
    const cells = contents.flatMap((content, column) => {
      const cell = contentOf(content)
      return cell ? [{ column, ...cell }] : []
    })
    return { number: i + 1, hidden: false, cells }
  })
  const filled = numbered.filter(({ cells }) => cells.length > 0)
  return { name: 'List', state: 'visible', rows: filled, merged: async () => [], ...overrides }
}

export const makeWorkbook = (...rows: Content[][]): Workbook => ({ sheets: [makeSheet(rows)] })

/** The rows of a file's first sheet: numbers as numbers, other cells as displayed, null for an empty cell. */
export async function readRows(file: Buffer): Promise<(string | number | null)[][]> {
  const rows: (string | number | null)[][] = []
  for await (const { cells } of (await readWorkbook(file)).sheets[0]?.rows ?? []) {
    const row: (string | number | null)[] = Array((cells.at(-1)?.column ?? -1) + 1).fill(null)
    for (const { column, kind, percent, value, shown } of cells)
      row[column] = kind === 'number' && !percent ? Number(value) : shown
    rows.push(row)
  }
  return rows
}

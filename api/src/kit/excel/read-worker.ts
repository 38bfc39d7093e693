// Runs in a thread of its own: what happens in here can be slow, huge or fatal without harming the server.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { CellObject, DenseWorkSheet } from '@e965/xlsx'
import { type Cell, cellReader } from './cell.ts'
import type { ReadLimits, Row } from './read.ts'
import { notAWorkbook, SheetError } from './sheet-error.ts'
import { guardZip } from './zip-guard.ts'

/** What the thread is given. */
export interface ReadOrder {
  bytes: Uint8Array
  kind: 'xlsx' | 'xls'
  limits: ReadLimits
}

/** What the thread answers, one at a time: it goes on when it is told 'next'. */
export type ReadMessage =
  | { type: 'sheet'; name: string }
  | { type: 'rows'; rows: Row[] }
  | { type: 'refused'; code: SheetError['code']; params: SheetError['params'] }
  | { type: 'done' }

/** Rows sent at once: the main thread unpacks so many in about a millisecond. */
const CHUNK = 500

async function send(message: ReadMessage) {
  parentPort?.postMessage(message)
  await once(parentPort as NonNullable<typeof parentPort>, 'message')
}

async function readSheets({ bytes, kind, limits }: ReadOrder) {
  const file = Buffer.from(bytes.buffer)
  if (kind === 'xlsx') await guardZip(file, limits)
  const xlsx = await import('@e965/xlsx')
  // Workbooks older than Excel 97 hold text in code pages such as windows-1250.
  if (kind === 'xls') xlsx.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const book = parse(xlsx, file)
  const cellOf = cellReader(xlsx.SSF, book.Workbook?.WBProps?.date1904 ?? false)
  let cells = 0
  for (const name of book.SheetNames) {
    const rows = rowsOf(book.Sheets[name] as DenseWorkSheet | undefined, cellOf, limits)
    cells += rows.reduce((sum, row) => sum + row.cells.length, 0)
    if (cells > limits.cells) throw new SheetError('excel.too_large')
    await send({ type: 'sheet', name })
    for (let i = 0; i < rows.length; i += CHUNK) await send({ type: 'rows', rows: rows.slice(i, i + CHUNK) })
  }
}

function parse(xlsx: typeof import('@e965/xlsx'), file: Buffer) {
  try {
    return xlsx.read(file, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellStyles: false,
      cellText: false,
      cellNF: true,
    })
  } catch (error) {
    // SheetJS throws errors and plain strings, and knows passwords only by their message.
    if (/password|encrypt/i.test(String(error))) throw new SheetError('excel.encrypted')
    throw notAWorkbook('damaged')
  }
}

/** The rows that hold anything, with their numbers: a million empty ones cost nothing from here on. */
function rowsOf(
  sheet: DenseWorkSheet | undefined,
  cellOf: (cell: CellObject) => Cell,
  limits: ReadLimits,
): Row[] {
  const rows: Row[] = []
  // Chart sheets have no cells. forEach skips the holes of an array that is only as long as its last cell is far.
  sheet?.['!data']?.forEach((sparse, index) => {
    const cells: Cell[] = []
    sparse?.forEach((object, column) => {
      const cell = object ? cellOf(object) : null
      if (cell === null) return
      if (column >= limits.columns) throw new SheetError('excel.too_many_columns', { max: limits.columns })
      while (cells.length < column) cells.push(null)
      cells.push(cell)
    })
    if (cells.length === 0) return
    // One more than the limit: the header.
    if (rows.length > limits.rows) throw new SheetError('excel.too_many_rows', { max: limits.rows })
    rows.push({ number: index + 1, cells })
  })
  return rows
}

try {
  await readSheets(workerData)
  parentPort?.postMessage({ type: 'done' } satisfies ReadMessage)
} catch (error) {
  if (!(error instanceof SheetError)) throw error
  parentPort?.postMessage({ type: 'refused', code: error.code, params: error.params } satisfies ReadMessage)
}

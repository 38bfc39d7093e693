// Runs in a child process, because reading an .xls can be slow, use much memory or crash.
import { once } from 'node:events'
import type { CellObject, DenseWorkSheet, Range, WorkBook } from '@e965/xlsx'
import * as xlsx from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { Budget, MAX_CELL_TEXT, type ReadLimits } from '../limits.ts'
import { type NumberFormat, numberFormat } from '../number-format.ts'
import { damagedFileError, SheetError } from '../sheet-error.ts'
import { booleanCell } from '../stored-value.ts'
import { type Cell, errorCell, type MergedRange, type Row, textCell } from '../workbook.ts'
import type { XlsMessage, XlsOrder } from './xls.ts'

/** Rows per message: the server deserialises them in about a millisecond. */
const CHUNK = 200
/** Indexed by SheetJS's numbers. */
const STATES = ['visible', 'hidden', 'veryHidden'] as const
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

async function send(message: XlsMessage) {
  process.send?.(message)
  await once(process, 'message')
}

async function readSheets({ bytes, limits }: XlsOrder) {
  // Workbooks older than Excel 97 have text in code pages such as windows-1250.
  xlsx.set_cptable(codePages)
  const book = parse(Buffer.from(bytes))
  const contentOf = contentReader(book)
  for (const [i, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name] as DenseWorkSheet | undefined
    const rows = rowsOf(sheet, contentOf, limits)
    const state = STATES[book.Workbook?.Sheets?.[i]?.Hidden ?? 0]
    await send({ type: 'sheet', name, state, merged: mergedIn(sheet, limits) })
    for (let from = 0; from < rows.length; from += CHUNK)
      await send({ type: 'rows', rows: rows.slice(from, from + CHUNK) })
  }
}

function parse(file: Buffer): WorkBook {
  try {
    // `cellStyles` is needed for hidden rows.
    const settings = { cellNF: true, cellStyles: true }
    const left = { cellFormula: false, cellHTML: false, cellText: false }
    return xlsx.read(file, { type: 'buffer', dense: true, ...settings, ...left })
  } catch (error) {
    // SheetJS throws errors and plain strings; a password error is recognised by its message only.
    if (/password|encrypt/i.test(String(error))) throw new SheetError('excel.encrypted')
    throw damagedFileError(String(error), error)
  }
}

/** The non-empty rows with their numbers: a million empty rows cost nothing. */
function rowsOf(
  sheet: DenseWorkSheet | undefined,
  contentOf: (cell: CellObject) => Omit<Cell, 'column'> | undefined,
  limits: ReadLimits,
): Row[] {
  const rows: Row[] = []
  const budget = new Budget(limits)
  // Chart sheets have no cells. forEach skips the holes of a sparse array.
  sheet?.['!data']?.forEach((sparse, index) => {
    const cells: Cell[] = []
    sparse?.forEach((object, column) => {
      const content = object && contentOf(object)
      if (!content) return
      const cell = { column, ...content }
      budget.cell(cell)
      cells.push(cell)
    })
    if (cells.length === 0) return
    budget.row()
    rows.push({ number: index + 1, hidden: sheet['!rows']?.[index]?.hidden ?? false, cells })
  })
  return rows
}

/** Converts the cells of one workbook; each format is parsed once. */
function contentReader(book: WorkBook) {
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false
  const known = new Map<string, NumberFormat>()
  const formatOf = (code: string) => {
    const format = known.get(code) ?? numberFormat(code, date1904)
    known.set(code, format)
    return format
  }
  return ({ t: type, v: value, z: code }: CellObject): Omit<Cell, 'column'> | undefined => {
    if (type === 'e') return errorCell(ERRORS[Number(value)] ?? '#N/A')
    if (typeof value === 'boolean') return booleanCell(value)
    if (typeof value === 'string') return textCell(value.slice(0, MAX_CELL_TEXT + 1))
    if (typeof value !== 'number') return undefined
    return Number.isFinite(value) ? formatOf(String(code ?? 'General')).read(value) : errorCell('#NUM!')
  }
}

function mergedIn(sheet: DenseWorkSheet | undefined, limits: ReadLimits) {
  const budget = new Budget(limits)
  const ranges: Range[] = sheet?.['!merges'] ?? []
  return ranges.map(({ s: start, e: end }): MergedRange => {
    budget.merged()
    return { top: start.r + 1, bottom: end.r + 1, left: start.c, right: end.c }
  })
}

try {
  const [order] = (await once(process, 'message')) as [XlsOrder]
  await readSheets(order)
  process.send?.({ type: 'done' } satisfies XlsMessage)
} catch (error) {
  if (!(error instanceof SheetError)) throw error
  process.send?.({ type: 'refused', code: error.code, params: error.params } satisfies XlsMessage)
}

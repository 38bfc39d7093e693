import {
  columnLetters,
  foldHeader,
  keyFieldOf,
  type SheetColumn,
  type SheetColumns,
  sheetHeaders,
} from '@kontor/contract/lib/imports/columns'
import type { ImportQuestion, ImportSheet } from '@kontor/contract/lib/imports/questions'
import { SheetError } from '../sheet-error.ts'
import type { Row, Sheet, Workbook } from '../workbook.ts'

/** A column of a sheet: Excel's letter, its index from 0, its header, and the first value below it. */
export interface Column {
  letter: string
  index: number
  header: string
  sample: string
}

/** The column that a field is read from. */
export interface ColumnMapping extends Column {
  key: string
  column: SheetColumn
}

/** A header row; `matches` are its columns whose header is a field's, several of one field too. */
export interface Header {
  sheet: Sheet
  row: number
  columns: Column[]
  matches: ColumnMapping[]
}

/** The header is searched within these first rows, because titles may precede it. */
const HEADER_WITHIN = 30
/** Rows below a header that are inspected. */
const BELOW = 5
/** Maximum characters of a header that are compared and shown. */
const MAX_HEADER = 100

/** Counts the fields that texts match as a header; 0 without the key field. */
export function headerCounter(columns: SheetColumns) {
  const fields = sheetHeaders(columns)
  return (texts: readonly string[]) => {
    const named = new Set(texts.map((text) => fields.get(foldHeader(text.slice(0, MAX_HEADER)))))
    named.delete(undefined)
    return named.has(keyFieldOf(columns)) ? named.size : 0
  }
}

/**
 * The header of every sheet that has one: among the first rows the row with the most fields, preferably with values
 * below, and the first of equals. Where no sheet has the key field, the rows that look like headers.
 */
export async function findHeaders(workbook: Workbook, columns: SheetColumns): Promise<Header[]> {
  const fields = sheetHeaders(columns)
  const key = keyFieldOf(columns)
  const found: Header[] = []
  const likely: Header[] = []
  for (const sheet of workbook.sheets) {
    const first = await firstRows(sheet)
    const rows = first.filter(({ number }) => number <= HEADER_WITHIN)
    const named = rows.flatMap((row) => readHeader(sheet, row, first, columns, fields) ?? [])
    const best = bestHeader(
      named.filter(({ matches }) => matches.some((mapping) => mapping.key === key)),
      first,
    )
    if (best) found.push(best)
    else likely.push(...(likelyHeader(rows, first, named) ?? []))
  }
  if (found.length === 0 && likely.length === 0)
    throw new SheetError('excel.no_header', { columns: columns[key]?.header ?? key })
  // A table with only the key column is no import, unless it is the only table.
  const tables = found.filter((header) => countFields(header) > 1)
  return tables.length > 0 ? tables : found.length > 0 ? found : likely
}

async function firstRows(sheet: Sheet) {
  const first: Row[] = []
  for await (const row of sheet.rows) {
    if (row.number > HEADER_WITHIN + BELOW) break
    first.push(row)
  }
  return first
}

const countFields = ({ matches }: Header) => new Set(matches.map(({ key }) => key)).size

function readHeader(
  sheet: Sheet,
  row: Row,
  first: readonly Row[],
  columns: SheetColumns,
  fields: Map<string, string>,
): Header | undefined {
  const headers = new Map(row.cells.map((cell) => [cell.column, cut(cell.shown)]))
  const samples = new Map<number, string>()
  for (const below of first.filter(({ number }) => number > row.number))
    for (const { column, shown } of below.cells)
      if (!samples.has(column) && shown.trim()) samples.set(column, cut(shown))
  const indexes = [...new Set([...headers.keys(), ...samples.keys()])].sort((a, b) => a - b)
  const last = sheet.isText ? (row.cells.at(-1)?.column ?? 0) : Number.POSITIVE_INFINITY
  const all = indexes
    .filter((index) => index <= last)
    .map((index) => ({
      letter: columnLetters(index),
      index,
      header: headers.get(index) ?? '',
      sample: samples.get(index) ?? '',
    }))
  const matches = all.flatMap((one): ColumnMapping[] => {
    const key = fields.get(foldHeader(one.header))
    const column = key === undefined ? undefined : columns[key]
    return key !== undefined && column ? [{ ...one, key, column }] : []
  })
  return { sheet, row: row.number, columns: all, matches }
}

const cut = (text: string) => text.trim().slice(0, MAX_HEADER).toWellFormed()

/** The header with the most fields, preferably among those with values below: a legend lists columns without values. */
function bestHeader(headers: readonly Header[], first: readonly Row[]): Header | undefined {
  const withValues = headers.filter((header, i) => {
    const next = headers.slice(i + 1).find((other) => layoutKey(other) !== layoutKey(header))
    const end = next?.row ?? Number.POSITIVE_INFINITY
    return first.some((row) => row.number > header.row && row.number < end && hasValues(row, header))
  })
  const some = withValues.length > 0 ? withValues : headers
  return some.reduce<Header | undefined>(
    (best, header) => (best && countFields(best) >= countFields(header) ? best : header),
    undefined,
  )
}

/** The layout of a header, to recognise a repeated one. */
const layoutKey = ({ matches }: Header) => matches.map(({ key, letter }) => `${letter} ${key}`).join()

/** Whether a row has values that fit the header: in two columns, and not only words in numeric columns. */
function hasValues({ cells }: Row, { matches }: Header) {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]))
  const ours = matches.flatMap(({ column, index }) => {
    const cell = byColumn.get(index)
    return cell ? [{ column, cell }] : []
  })
  const numbers = ours.filter(({ column }) => column.kind === 'decimal' || column.kind === 'integer')
  const wanted = matches.some(({ column }) => column.kind === 'decimal' || column.kind === 'integer')
  return (
    ours.length >= Math.min(2, matches.length) &&
    (!wanted || numbers.some(({ cell }) => /\d/.test(cell.shown)))
  )
}

/** The row with the most distinct words, in at least two columns, with values below two of them. */
function likelyHeader(rows: readonly Row[], first: readonly Row[], headers: readonly Header[]) {
  const words = rows.filter(({ cells }) => {
    const texts = new Set(cells.map(({ shown }) => foldHeader(cut(shown))))
    return cells.length > 1 && texts.size === cells.length && cells.every(({ shown }) => isWord(shown))
  })
  const [most] = words
    .filter((row) => first.some((below) => below.number > row.number && isBelow(below, row)))
    .toSorted((a, b) => b.cells.length - a.cells.length)
  const header = headers.find(({ row }) => row === most?.number)
  return header && [header]
}

const isWord = (text: string) => /\p{L}/u.test(text) && text.trim().length <= MAX_HEADER

function isBelow(below: Row, { cells }: Row) {
  const ours = new Set(cells.map(({ column }) => column))
  return below.cells.filter(({ column }) => ours.has(column)).length > 1
}

/** The column after which cells of a text file prove a wrong separator; workbooks may have notes next to the table. */
export const lastColumnOf = ({ sheet, columns }: Header) =>
  sheet.isText ? (columns.at(-1)?.index ?? 0) : Number.POSITIVE_INFINITY

/**
 * The chosen sheet, otherwise the one with the most fields. Hidden sheets count only where no visible sheet has a
 * table, empty ones only where all are empty.
 */
export async function chooseSheet(headers: readonly Header[], requested: string | undefined) {
  const counted: Counted[] = []
  for (const header of headers) {
    const { name, state } = header.sheet
    // Sequentially, because each sheet may have to be unpacked.
    const rows = headers.length > 1 ? await countRows(header) : 0
    counted.push({ header, name, hidden: state !== 'visible', rows })
  }
  const narrowed = [({ hidden }: Counted) => !hidden, ({ rows }: Counted) => rows > 0].reduce<Counted[]>(
    (some, test) => (some.some(test) ? some.filter(test) : some),
    counted,
  )
  const chosen = counted.find(({ name }) => name === requested)
  const [likely] = narrowed.toSorted((a, b) => countFields(b.header) - countFields(a.header))
  const chosenSheet = (chosen ?? likely) as Counted // there is at least one header
  const sheets = counted.map(({ name, rows, hidden }): ImportSheet => ({ name, rows, hidden }))
  const blocking = narrowed.length > 1 || (requested !== undefined && !chosen)
  const answer = chosen?.name ?? (blocking ? null : chosenSheet.name)
  const questions: ImportQuestion[] =
    blocking || chosenSheet.hidden ? [{ kind: 'sheet', blocking, answer, sheets }] : []
  return { header: chosenSheet.header, sheets, questions }
}

interface Counted extends ImportSheet {
  header: Header
}

async function countRows({ sheet, row: top, matches, columns }: Header): Promise<number> {
  const ours = new Set((matches.length > 0 ? matches : columns).map(({ index }) => index))
  let count = 0
  for await (const row of sheet.rows)
    if (row.number > top && row.cells.some(({ column }) => ours.has(column))) count += 1
  return count
}

import type { ImportChoices, ImportQuestion, ImportSheet } from '@kontor/contract/kit/imports/questions'
import {
  columnLetters,
  foldHeader,
  keyOf,
  type SheetColumn,
  type SheetColumns,
  sheetHeaders,
} from '@kontor/contract/kit/imports/sheet'
import { SheetError } from '../sheets/sheet-error.ts'
import type { Row, Sheet, Workbook } from '../sheets/workbook.ts'

/** Where a field stands in a sheet. */
export interface Place {
  key: string
  column: SheetColumn
  /** As it is written in the file. */
  header: string
  /** Excel's letter of the column, and its number from 0. */
  letter: string
  index: number
}

/** A header that was found; several of its places may claim one field. */
interface Header {
  sheet: Sheet
  row: number
  /** Its last column, from 0. */
  lastColumn: number
  claims: Place[]
  unknown: { column: string; header: string }[]
}

/** The header may have titles above it. */
const HEADER_WITHIN = 30
/** Characters of a header that are compared and shown. */
const MAX_HEADER = 100

/** Counts the fields that texts name as a header does; none without the one that names a record. */
export function headerCounter(columns: SheetColumns) {
  const fields = sheetHeaders(columns)
  return (texts: readonly string[]) => {
    const named = new Set(texts.map((text) => fields.get(foldHeader(text.slice(0, MAX_HEADER)))))
    named.delete(undefined)
    return named.has(keyOf(columns)) ? named.size : 0
  }
}

/** The header of every sheet that has one: the row with the most fields among its first; the first of equals. */
export async function findHeaders(workbook: Workbook, columns: SheetColumns): Promise<Header[]> {
  const fields = sheetHeaders(columns)
  const key = keyOf(columns)
  const found: Header[] = []
  for (const sheet of workbook.sheets) {
    let best: Header | undefined
    for await (const row of sheet.rows) {
      if (row.number > HEADER_WITHIN) break
      const header = headerOf(sheet, row, columns, fields)
      const fits = header.claims.some((place) => place.key === key)
      if (fits && fieldsOf(header) > (best ? fieldsOf(best) : 0)) best = header
    }
    if (best) found.push(best)
  }
  if (found.length === 0)
    throw new SheetError('excel.no_header', { columns: columns[key]?.header.cnr ?? key })
  // A list that has codes alone says nothing of the records, unless nothing else does.
  const tables = found.filter((header) => fieldsOf(header) > 1)
  return tables.length > 0 ? tables : found
}

const fieldsOf = ({ claims }: Header) => new Set(claims.map(({ key }) => key)).size

function headerOf(sheet: Sheet, row: Row, columns: SheetColumns, fields: Map<string, string>): Header {
  const lastColumn = row.cells.at(-1)?.column ?? 0
  const header: Header = { sheet, row: row.number, lastColumn, claims: [], unknown: [] }
  for (const { column: index, shown } of row.cells) {
    const text = shown.trim().slice(0, MAX_HEADER).toWellFormed()
    const letter = columnLetters(index)
    const key = fields.get(foldHeader(text))
    const column = key === undefined ? undefined : columns[key]
    if (key !== undefined && column) header.claims.push({ key, column, header: text, letter, index })
    else if (text) header.unknown.push({ column: letter, header: text })
  }
  return header
}

/** The column after which the rows of a text hold too much; those of a workbook may have notes beside the table. */
export const lastColumnOf = ({ sheet, lastColumn }: Header) =>
  sheet.isText ? lastColumn : Number.POSITIVE_INFINITY

/**
 * Takes the chosen sheet, or the one with the most fields. Hidden ones count only where no visible one holds a table,
 * empty ones only where all are empty.
 */
export async function chooseSheet(headers: readonly Header[], wanted: string | undefined) {
  const counted: Counted[] = []
  for (const header of headers) {
    const { name, state } = header.sheet
    // One after the other: each of them may have to be unpacked.
    const rows = headers.length > 1 ? await countRows(header) : 0
    counted.push({ header, name, hidden: state !== 'visible', rows })
  }
  const narrowed = [({ hidden }: Counted) => !hidden, ({ rows }: Counted) => rows > 0].reduce<Counted[]>(
    (some, test) => (some.some(test) ? some.filter(test) : some),
    counted,
  )
  const chosen = counted.find(({ name }) => name === wanted)
  const [likely] = narrowed.toSorted((a, b) => fieldsOf(b.header) - fieldsOf(a.header))
  const taken = (chosen ?? likely) as Counted // there is at least one header
  const sheets = counted.map(({ name, rows, hidden }): ImportSheet => ({ name, rows, hidden }))
  const blocking = narrowed.length > 1 || (wanted !== undefined && !chosen)
  const answer = chosen?.name ?? (blocking ? null : taken.name)
  const questions: ImportQuestion[] =
    blocking || taken.hidden ? [{ kind: 'sheet', blocking, answer, sheets }] : []
  return { header: taken.header, sheets, questions }
}

interface Counted extends ImportSheet {
  header: Header
}

async function countRows({ sheet, row: top, claims }: Header): Promise<number> {
  const ours = new Set(claims.map(({ index }) => index))
  let count = 0
  for await (const row of sheet.rows)
    if (row.number > top && row.cells.some(({ column }) => ours.has(column))) count += 1
  return count
}

/** One place per field: the chosen one of several, or the first. The others are told among the unknown. */
export function choosePlaces({ claims, unknown }: Header, wanted: ImportChoices['columns'] = {}) {
  const questions: ImportQuestion[] = []
  const places: Place[] = []
  const left = [...unknown]
  for (const [key, same] of Map.groupBy(claims, (place) => place.key)) {
    const chosen = same.find(({ letter }) => letter === wanted[key])
    const taken = chosen ?? (same[0] as Place) // a group has at least one
    places.push(taken)
    if (same.length === 1) continue
    const columns = same.map(({ letter: column, header }) => ({ column, header }))
    questions.push({ kind: 'column', blocking: true, answer: chosen?.letter ?? null, field: key, columns })
    left.push(...columns.filter(({ column }) => column !== taken.letter))
  }
  return { places: places.sort((a, b) => a.index - b.index), unknown: left, questions }
}

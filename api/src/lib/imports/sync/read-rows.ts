import { keyFieldOf, type SheetColumns } from '@kontor/contract/lib/imports/columns'
import { timeSlices } from '../../concurrency/time-slices.ts'
import { parseJson } from '../../http/json.ts'
import { convert, displayedText } from '../../spreadsheets/header-mapping/convert.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import type { TableCell, TableRow } from '../../spreadsheets/header-mapping/table-rows.ts'
import { PackedRows } from '../../spreadsheets/packed-rows.ts'
import type { Cell } from '../../spreadsheets/workbook.ts'
import type { RowValues } from '../plan/plan-rules.ts'
import { splitLines } from './read-lines.ts'

/** More problems than this mean that the lines are of another kind, and listing them would not help. */
const MAX_PROBLEMS = 1000

type Row = TableRow<SheetColumns> & { cells: Record<string, TableCell<SheetColumns[string]>> }

/** The number and the values of a row, or a whole row that has problems. */
type Short = [row: number, values: RowValues] | Row

function shorten(row: Row): Short {
  if (row.problems.length > 0) return row
  const values: RowValues = {}
  for (const field in row.cells) values[field] = row.cells[field]?.value ?? null
  return [row.row, values]
}

function restore(short: Short): Row {
  if (!Array.isArray(short)) return short
  const [row, values] = short
  const cells: Row['cells'] = {}
  for (const field in values) cells[field] = { raw: '', value: values[field] ?? null }
  return { row, cells, problems: [], text: '' }
}

/**
 * Reads a body as the rows of a layout, each field by its column's kind and rule; a row's number is its line's. A
 * missing field is absent from the row; null clears a value where `empties` allows it. Throws 413 when the body is too
 * large and 422 when it has too many lines.
 */
export async function readRows<C extends SheetColumns>(
  body: AsyncIterable<Uint8Array>,
  columns: C,
  empties: (field: string) => boolean,
): Promise<Table<C>> {
  const rows = new PackedRows(shorten, restore)
  const keys = new Map<number, string | number>()
  const keyField = keyFieldOf(columns)
  let problems = 0
  const slice = timeSlices()
  for await (const { number, bytes } of splitLines(body)) {
    const row = readRow(number, bytes, columns, empties)
    problems += row.problems.length
    rows.push(row)
    const key = row.cells[keyField]?.value
    if (key !== undefined && key !== null) keys.set(number, key as string | number) // by its kind
    if (problems >= MAX_PROBLEMS) break
    if (slice.isOver()) await slice.next()
  }
  const fields = Object.keys(columns)
  return {
    layout: columns,
    sheet: '',
    sheets: [],
    columns: fields,
    sheetColumns: [],
    unknown: [],
    headers: Object.fromEntries(fields.map((field) => [field, { column: field, header: field }])),
    rows,
    keys,
    leftOut: [],
    questions: [],
    complete: problems < MAX_PROBLEMS,
    isFromProgram: true,
  } as unknown as Table<C> // its cells are read by the columns' kinds
}

/** A number by its digits as written, because a double is inexact for 0.1 and beyond 15 digits. */
class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An object without nesting, whose numbers are written as JavaScript writes them: it needs no reviver, which takes long. */
const PLAIN =
  /^\s*\{(?:\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[1-9]\d{0,14}|0|true|false|null)\s*[,}])*\s*$/

/**
 * The members of the JSON object in a line; nested lists and objects stay unparsed values. Undefined when the line is
 * no object.
 */
function parseLine(bytes: Buffer): [field: string, member: unknown][] | undefined {
  try {
    const isPlain = PLAIN.test(bytes.toString('latin1'))
    const parsed = parseJson(bytes, isPlain ? undefined : asWritten)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    if (!isObject || parsed instanceof Digits) return undefined
    const members = Object.entries(parsed)
    return isPlain ? members.map(([field, member]) => [field, asWritten(field, member)]) : members
  } catch {
    return undefined
  }
}

const asWritten = (_key: string, value: unknown, context?: { source?: string }) =>
  typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value

function readRow(
  number: number,
  bytes: Buffer | undefined,
  columns: SheetColumns,
  empties: (field: string) => boolean,
): Row {
  const row: Row = { row: number, cells: {}, problems: [], text: '' }
  const addProblem = (key: string, reason: string, raw = '') =>
    row.problems.push({ row: number, column: key, key, header: key, raw, reason })
  const members = bytes && parseLine(bytes)
  if (!members) {
    addProblem('', bytes ? 'sync.not_json' : 'sync.line_too_long')
    return row
  }
  for (const [field, member] of members) {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (!column) addProblem(field.slice(0, 100).toWellFormed(), 'validation.unknown_field')
    else if (isEmpty(member, column.kind) && empties(field)) row.cells[field] = { raw: '', value: null }
    else if (member === null) addProblem(field, 'validation.field')
    else {
      const cell = cellOf(member, column.kind)
      const read = !cell
        ? { reason: 'validation.type' }
        : isGuess(member, column.kind)
          ? { reason: 'sync.plain_number' }
          : convert(cell, { column, mark: '.', round: false })
      if ('value' in read) row.cells[field] = { raw: '', value: read.value }
      else addProblem(field, read.reason, cell && displayedText(cell))
    }
  }
  const key = keyFieldOf(columns)
  if (!members.some(([field]) => field === key)) addProblem(key, 'validation.field')
  return row
}

/** Whether a member empties its field: null, and of a text also blanks. */
const isEmpty = (member: unknown, kind: SheetColumns[string]['kind']) =>
  member === null || (kind === 'text' && typeof member === 'string' && member.trim() === '')

/** An ambiguous number in a string: '1,250' may mean 1.25 or 1250, and a program cannot be asked. */
const isGuess = (member: unknown, kind: SheetColumns[string]['kind']) =>
  typeof member === 'string' &&
  ((kind === 'decimal' && (/[,'’]|\d\s+\d/u.test(member) || member.split('.').length > 2)) ||
    (kind === 'integer' && /[.,'’]|\d\s+\d/u.test(member)))

/** A value as the cell of a sheet in which it was typed with a decimal point. */
function cellOf(member: unknown, kind: SheetColumns[string]['kind']): Cell | undefined {
  if (member instanceof Digits)
    return kind === 'decimal' || kind === 'integer' ? cell('text', member.text, member.text) : undefined
  if (typeof member === 'boolean')
    return kind === 'boolean' ? cell('boolean', member, String(member)) : undefined
  return typeof member === 'string' && kind !== 'boolean' ? cell('text', member, member) : undefined
}

const cell = (kind: 'text' | 'boolean', value: string | boolean, shown: string): Cell => ({
  column: 0,
  kind,
  value,
  shown,
  percent: false,
})

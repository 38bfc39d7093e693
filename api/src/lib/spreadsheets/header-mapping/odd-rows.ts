import { foldHeader, type SheetColumns, sheetHeaders } from '@kontor/contract/lib/imports/columns'
import type { ImportAnswers, OddRow } from '@kontor/contract/lib/imports/questions'
import type { Cell, Row } from '../workbook.ts'
import type { ColumnMapping } from './header.ts'

const MAX_TEXT = 200
/** First words of rows with totals, signatures and page numbers. */
const SUMS = new Set(
  [
    'ukupno',
    'ukupna',
    'sveukupno',
    'svega',
    'suma',
    'zbir',
    'međuzbir',
    'meduzbir',
    'rekapitulacija',
    'saldo',
  ]
    .concat(['odobrio', 'odobrila', 'datum', 'strana', 'potpis', 'total', 'subtotal', 'grand total', 'sum'])
    .map(foldHeader),
)

const DIGIT = /\d/
const isSum = (text: string) => {
  const [first = '', second = ''] = text.trim().split(/[\s:]+/u, 2)
  // Most rows begin with a code, and no total word has a digit: this avoids folding every text.
  if (DIGIT.test(first)) return false
  return SUMS.has(foldHeader(first)) || SUMS.has(foldHeader(`${first} ${second}`))
}

/**
 * Detects rows that are probably no records: repeated headers, rows without a key, with a single text, or with totals.
 */
export function findOddRows(columns: SheetColumns, mappings: readonly ColumnMapping[], key: string) {
  const fields = sheetHeaders(columns)
  const keyIndex = mappings.find((mapping) => mapping.key === key)?.index
  const ours = new Map(mappings.map((mapping) => [mapping.index, foldHeader(mapping.header)]))
  const isHeader = (cell: Cell) => {
    const folded = foldHeader(cell.shown)
    return fields.has(folded) || folded === ours.get(cell.column)
  }
  // A single text can be a record where the key is the only required field.
  const mayBeAlone = columns[key]?.kind === 'text' && needed(columns).every((field) => field === key)
  return ({ cells }: Row): OddRow | undefined => {
    const [first] = cells
    if (!first) return undefined
    const known = cells.filter(({ column }) => ours.has(column))
    if (known.every((cell) => isText(cell) && isHeader(cell))) return 'header'
    if (isText(first) && isSum(first.shown)) return 'total'
    const isAlone = cells.length === 1 && isText(first) && mappings.length > 1
    if (isAlone && !(mayBeAlone && first.column === keyIndex)) return 'title'
    return cells.some(({ column }) => column === keyIndex) ? undefined : 'no_key'
  }
}

const needed = (columns: SheetColumns) =>
  Object.keys(columns).filter((field) => columns[field]?.filled && columns[field]?.kind !== 'boolean')

/** Which odd rows are left out: all by default. */
export function leftOutRows({ rows = 'leave_out' }: ImportAnswers): (row: number) => boolean {
  const left = new Set(Array.isArray(rows) ? rows : [])
  return (row) => rows === 'leave_out' || left.has(row)
}

const isText = ({ kind, shown }: Cell) => kind === 'text' && shown.length <= MAX_TEXT

/** The text of a row, shortened. */
export const textOf = ({ cells }: Row) =>
  cells
    .map(({ shown }) => shown.trim().slice(0, MAX_TEXT))
    .join(' · ')
    .slice(0, MAX_TEXT)
    .toWellFormed()

import { type DecimalLimits, numberToDecimal, parseDecimal } from '@kontor/contract/kit/decimal'
import { fieldErrors, type MessageParams } from '@kontor/contract/kit/errors'
import { isPrintable, tidy } from '@kontor/contract/kit/fields'
import { booleanWords, foldHeader, type SheetColumn, type SheetKind } from '@kontor/contract/kit/sheet'
import { type Cell, MAX_CELL_TEXT, shownNumber } from './cell.ts'

type Value = string | number | boolean
type Problem = { reason: string; params?: MessageParams }
type Converted<V = Value | null> = { value: V } | Problem

/** Characters of a cell that are shown when it is wrong. */
const SHOWN = 100

/** A cell as its user sees it, cut to a bearable length. */
export function shown(cell: Cell): string {
  return textOf(cell).slice(0, SHOWN).toWellFormed()
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'number') return shownNumber(cell)
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell.error
}

/** The value of a cell by its column's kind and rule (null for an empty one), or why it has none. */
export function convert(cell: Cell, column: SheetColumn): Converted {
  if (cell === null) return column.filled ? { reason: 'validation.field' } : { value: null }
  if (typeof cell === 'object') return { reason: 'excel.cell_error' }
  const converted = kinds[column.kind](cell, column)
  if (!('value' in converted) || !column.check) return converted
  const checked = column.check.safeParse(converted.value)
  if (checked.success) return converted
  return { reason: Object.values(fieldErrors(checked.error)).flat()[0] ?? 'validation.invalid' }
}

const kinds: Record<SheetKind, (cell: Value, column: SheetColumn) => Converted<Value>> = {
  text(cell) {
    const text = textOf(cell)
    if (text.length > MAX_CELL_TEXT) return { reason: 'validation.long_text', params: { max: MAX_CELL_TEXT } }
    return isPrintable(text) ? { value: tidy(text) } : { reason: 'validation.characters' }
  },

  decimal(cell, { percent }) {
    const parsed = decimalOf(cell)
    if (!('value' in parsed)) return parsed
    if (parsed.percent && !percent) return { reason: 'validation.not_a_number' }
    return { value: parsed.percent ? `${parsed.value}%` : parsed.value }
  },

  integer(cell) {
    // Text such as '1.000' is one or one thousand; only its writer knows.
    if (typeof cell === 'string' && /^[+-]?\d{1,3}[.,]\d{3}$/.test(cell.trim())) {
      return { reason: 'validation.integer' }
    }
    const parsed = decimalOf(cell, { scale: 0 })
    if (!('value' in parsed)) return { ...parsed, reason: integerReasons[parsed.reason] ?? parsed.reason }
    return parsed.percent ? { reason: 'validation.not_a_number' } : { value: Number(parsed.value) }
  },

  boolean(cell) {
    if (typeof cell === 'boolean') return { value: cell }
    const word = foldHeader(textOf(cell).slice(0, SHOWN))
    if (YES.has(word)) return { value: true }
    return NO.has(word) ? { value: false } : { reason: 'excel.yes_or_no' }
  },
}

const integerReasons: Record<string, string> = { 'validation.too_many_decimals': 'validation.integer' }
const YES = new Set<string>([
  booleanWords.cnr.yes,
  booleanWords.en.yes,
  'true',
  '1',
  'aktivan',
  'aktivna',
  'active',
])
const NO = new Set<string>([
  booleanWords.cnr.no,
  booleanWords.en.no,
  'false',
  '0',
  'neaktivan',
  'neaktivna',
  'inactive',
])

function decimalOf(cell: Value, limits: DecimalLimits = {}): { value: string; percent: boolean } | Problem {
  const number = typeof cell === 'number' ? numberToDecimal(cell, limits) : undefined
  const parsed = number ?? parseDecimal(textOf(cell), limits)
  if ('problem' in parsed) return { reason: `validation.${parsed.problem}` }
  return { percent: false, ...parsed }
}

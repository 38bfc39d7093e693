import { type DecimalLimits, numberToDecimal, parseDecimal } from '@kontor/contract/kit/decimal'
import { fieldErrors, type MessageParams } from '@kontor/contract/kit/errors'
import { isPrintable, tidy } from '@kontor/contract/kit/fields'
import { booleanWords, foldHeader, type SheetColumn, type SheetKind } from '@kontor/contract/kit/sheet'
import { MAX_CELL_TEXT } from '../sheets/limits.ts'
import { shownNumber } from '../sheets/number-format.ts'
import type { Cell } from '../sheets/workbook.ts'

type Problem = { reason: string; params?: MessageParams }
type Converted<V = Cell['value'] | null> = { value: V } | Problem

/** Characters of a cell that are shown when it is wrong. */
const SHOWN = 100

/** A cell as its user sees it, cut to a bearable length. */
export function shown(cell: Cell | undefined): string {
  return (cell?.shown.trim() ?? '').slice(0, SHOWN).toWellFormed()
}

/** The value of a cell by its column's kind and rule (null for an empty one), or why it has none. */
export function convert(cell: Cell | undefined, column: SheetColumn): Converted {
  if (!cell) return column.filled ? { reason: 'validation.field' } : { value: null }
  if (cell.kind === 'error') return { reason: 'excel.cell_error' }
  if (cell.kind === 'uncalculated') return { reason: 'excel.uncalculated' }
  const converted = kinds[column.kind](cell, column)
  if (!('value' in converted) || !column.check) return converted
  const checked = column.check.safeParse(converted.value)
  if (checked.success) return converted
  return { reason: Object.values(fieldErrors(checked.error)).flat()[0] ?? 'validation.invalid' }
}

const kinds: Record<SheetKind, (cell: Cell, column: SheetColumn) => Converted<Cell['value']>> = {
  text(cell) {
    const text = cell.shown.trim()
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
    if (cell.kind === 'text' && /^[+-]?\d{1,3}[.,]\d{3}$/.test(cell.shown.trim())) {
      return { reason: 'validation.integer' }
    }
    const parsed = decimalOf(cell, { scale: 0 })
    if (!('value' in parsed)) return { ...parsed, reason: integerReasons[parsed.reason] ?? parsed.reason }
    return parsed.percent ? { reason: 'validation.not_a_number' } : { value: Number(parsed.value) }
  },

  boolean(cell) {
    if (typeof cell.value === 'boolean') return { value: cell.value }
    const word = foldHeader(shown(cell))
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

function decimalOf(cell: Cell, limits: DecimalLimits = {}): { value: string; percent: boolean } | Problem {
  const parsed = parsedOf(cell, limits)
  if ('problem' in parsed) return { reason: `validation.${parsed.problem}` }
  return { percent: false, ...parsed }
}

function parsedOf({ kind, value, percent, shown: text }: Cell, limits: DecimalLimits) {
  if (kind !== 'number') return parseDecimal(text.trim(), limits)
  if (percent) return parseDecimal(`${shownNumber(Number(value))}%`, limits)
  return numberToDecimal(Number(value), limits) ?? parseDecimal(text, limits)
}

import { isPrintable, tidy } from '@kontor/contract/lib/fields/fields'
import { fieldErrors, type MessageParams } from '@kontor/contract/lib/http/errors'
import { booleanWords, type SheetColumn, type SheetKind } from '@kontor/contract/lib/imports/columns'
import type { Option } from '@kontor/contract/lib/lists/list'
import { numberToDecimal, type Parsed, readTyped } from '@kontor/contract/lib/numbers/decimal'
import { foldedWords } from '@kontor/contract/lib/text/fold'
import type { DecimalMark } from '@kontor/contract/lib/text/locales'
import { MAX_CELL_TEXT } from '../limits.ts'
import type { Cell } from '../workbook.ts'
import { codeOf, EXACT } from './product-code.ts'

type Value = string | number | boolean
/** Why a cell has no value. */
export type Problem = { reason: string; params?: MessageParams }
/** `rounded` is the value in the file where it has more decimals than are stored. */
type Converted = { value: Value; rounded?: string } | Problem

/** How the cells of a column are read. */
interface Reading {
  column: SheetColumn
  /** The decimal mark of numbers that are texts. */
  mark: DecimalMark
  /** Whether numbers with too many decimals are rounded as displayed. */
  round: boolean
}

/** Maximum characters of a cell in a problem. */
const SHOWN = 100

/** A cell's displayed text, shortened. */
export const displayedText = (cell: Cell) => cell.shown.trim().slice(0, SHOWN).toWellFormed()

/** The value of a cell by its column's kind and rule, or the reason why it has none. */
export function convert(cell: Cell, reading: Reading): Converted {
  if (cell.kind === 'error') return { reason: 'excel.cell_error' }
  if (cell.kind === 'torn' || (cell.isOnLines && !hasLines(reading.column))) return { reason: 'excel.torn' }
  if (cell.kind === 'uncalculated') return { reason: 'excel.uncalculated' }
  const { options, check } = reading.column
  const converted = options ? convertOption(options, cell) : ofKind(cell, reading)
  if (!('value' in converted) || !check) return converted
  const checked = check.safeParse(converted.value)
  // A text is normalised by its rule to one line; a code is read unchanged, so that damage by Excel is detected.
  const { kind } = reading.column
  if (checked.success)
    return kind === 'text' && !isCode(reading.column) && typeof checked.data === 'string'
      ? { ...converted, value: checked.data }
      : converted
  return { reason: Object.values(fieldErrors(checked.error)).flat()[0] ?? 'validation.invalid' }
}

/** Whether a column's texts may have several lines. */
const hasLines = ({ kind, check }: SheetColumn) =>
  kind === 'text' && (!check || check.safeParse('one\ntwo').data === 'one\ntwo')

const ofKind = (cell: Cell, reading: Reading) =>
  isCode(reading.column) ? codeOf(cell) : kinds[reading.column.kind](cell, reading)

/** Whether a column identifies records: its damaged texts are checked later, where the records are known. */
const isCode = ({ kind, required }: SheetColumn) => kind === 'text' && required === true

/** The option of a cell, by its label in either language or by its stored value. */
function convertOption(options: readonly Option[], cell: Cell): Converted {
  const typed = folded(cell.shown)
  const named = (names: (option: Option) => string[]) =>
    options.find((option) => names(option).some((name) => folded(name) === typed))
  const option = named(({ label }) => Object.values(label)) ?? named(({ value }) => [value])
  const words = options.map(({ label }) => [...new Set(Object.values(label))].join(' / ')).join(', ')
  return option ? { value: option.value } : { reason: 'excel.one_of', params: { words } }
}

const folded = (text: string) => foldedWords(text.slice(0, SHOWN)).join(' ')

const kinds: Record<SheetKind, (cell: Cell, reading: Reading) => Converted> = {
  text(cell, { column }) {
    if (isConverted(cell, column)) return { reason: 'excel.damaged_text' }
    const text = cell.kind === 'text' ? String(cell.value) : (padded(cell, column) ?? cell.shown)
    if (text.length > MAX_CELL_TEXT) return { reason: 'validation.long_text', params: { max: MAX_CELL_TEXT } }
    return isPrintable(text) ? { value: tidy(text) } : { reason: 'validation.characters' }
  },

  decimal(cell, reading) {
    const unit = foreignUnit(cell, EUROS)
    if (unit) return unit
    const parsed = numberOf(cell, reading.mark, reading.column.scale)
    if ('value' in parsed) return withPercent(parsed, reading.column)
    const displayed = parsed.problem === 'too_many_decimals' ? displayedNumber(cell) : undefined
    if (!displayed || !reading.round) return { reason: `validation.${parsed.problem}` }
    const result = withPercent(displayed, reading.column)
    return 'value' in result ? { ...result, rounded: String(cell.value) } : result
  },

  integer(cell, { mark }) {
    const unit = foreignUnit(cell, PIECES)
    if (unit) return unit
    const parsed = numberOf(cell, mark, 0)
    if ('value' in parsed)
      return parsed.percent ? { reason: 'validation.not_a_number' } : { value: Number(parsed.value) }
    const reason = parsed.problem === 'too_many_decimals' ? 'integer' : parsed.problem
    return { reason: `validation.${reason}` }
  },

  // A number is a day only with a date format; one with a time is none.
  day({ shown: text }) {
    const day = dayIn(text.trim())
    return day ? { value: day } : { reason: 'validation.day' }
  },

  boolean({ kind, value, shown: text }) {
    if (kind === 'boolean') return { value: value === true }
    const word = folded(text)
    if (YES.has(word)) return { value: true }
    return NO.has(word) ? { value: false } : { reason: 'excel.yes_or_no' }
  },
}

/** Whether Excel has made a date, yes or no, or a number with fewer digits of the typed text. A note may be a date. */
const isConverted = ({ kind, value }: Cell, column: SheetColumn) =>
  (kind === 'number' && Math.abs(Number(value)) >= EXACT) ||
  ((kind === 'date' || kind === 'boolean') && !hasLines(column))

/** A whole number without a unit, padded to the column's digits: Excel drops leading zeros. */
function padded({ kind, value, percent, unit }: Cell, { digits }: SheetColumn): string | undefined {
  const isPlain = kind === 'number' && Number.isSafeInteger(value) && Number(value) > 0 && !percent && !unit
  const typed = String(value)
  return isPlain && digits && typed.length < digits ? typed.padStart(digits, '0') : undefined
}

/** `21.11.2026.`, `21/11/2026` or `2026-11-21` as a day; the column's rule checks whether the day exists. */
function dayIn(text: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  const [, day, month, year] =
    /^(\d{1,2})([./])\s?(\d{1,2})\2\s?(\d{4})\.?$/.exec(text)?.toSpliced(2, 1) ?? []
  return year && `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
}

const words = (key: 'yes' | 'no') => Object.values(booleanWords).map((of) => of[key])
const YES = new Set<string>([...words('yes'), 'true', '1', 'aktivan', 'aktivna', 'active'])
const NO = new Set<string>([...words('no'), 'false', '0', 'neaktivan', 'neaktivna', 'inactive'])

const EUROS = /^(€|eur|euro|eura)$/i
const PIECES = /^(kom|komad|komada|pcs)\.?$/i

/** A number whose format has another unit than the column. */
function foreignUnit({ kind, unit }: Cell, ours: RegExp): Problem | undefined {
  if (kind === 'date') return { reason: 'excel.date' }
  return unit && !ours.test(unit) ? { reason: 'excel.unit', params: { unit } } : undefined
}

function numberOf(cell: Cell, mark: DecimalMark, scale?: number): Parsed {
  const limits = scale === undefined ? {} : { scale }
  if (typeof cell.value !== 'number') return readTyped(String(cell.value), mark, limits)
  const parsed = numberToDecimal(cell.value, limits)
  return 'value' in parsed ? { ...parsed, percent: cell.percent } : parsed
}

/** The number as Excel displays it, when that is the stored number rounded, and has few enough decimals. */
function displayedNumber(cell: Cell): { value: string; percent: boolean } | undefined {
  const { kind, value, shown: text, unit = '', percent } = cell
  const digits = text.replace(unit, '').replace('%', '').trim()
  const [, decimals] = /^-?\d+(?:\.(\d+))?$/.exec(digits) ?? []
  // Half a unit of the last place, plus a thousandth because binary fractions are inexact.
  const most = 0.5005 * 10 ** -(decimals?.length ?? 0)
  if (kind !== 'number' || !(Math.abs(Number(digits) - Number(value)) <= most)) return undefined
  const parsed = readTyped(digits, '.', {})
  return 'value' in parsed ? { value: parsed.value, percent } : undefined
}

function withPercent(parsed: { value: string; percent: boolean }, { percent }: SheetColumn): Converted {
  if (!parsed.percent || percent === 'only') return { value: parsed.value }
  return percent ? { value: `${parsed.value}%` } : { reason: 'validation.not_a_number' }
}

import { isPrintable } from '../fields/fields.ts'
import { compareDecimals, parseDecimal } from '../numbers/decimal.ts'
import { findWord, fold, foldCompact, foldedWords } from '../text/fold.ts'
import { addDays, officeToday } from '../text/locales.ts'

/**
 * Kinds of a column's filter. `text`: contains every word, folded. `number`: `89.9`, `>5`, `<=10`, `5..10`; local
 * notations are converted in `number-input.ts`. `day`: `21.11.2026`, `11.2026`, `2026`, `today`, `yesterday`, with the
 * same operators. `flag`: `true` or `false`. `choice`: one of the column's values.
 */
export type FilterKind = 'text' | 'number' | 'day' | 'flag' | 'choice'

/** Bounds of a range as comparable texts; `below` is exclusive. */
export interface Range {
  from?: string
  /** True when `from` itself does not match. */
  after?: boolean
  to?: string
  below?: string
}
type Filter = { words: string[] } | { range: Range } | { flag: boolean } | { value: string }

/** Longest filter text. */
export const MAX_FILTER = 200

/** Parses a filter; null when it is invalid for that kind. */
export function parseFilter(kind: FilterKind, typed: string): Filter | null {
  const text = typed.trim()
  if (text.length > MAX_FILTER || !isPrintable(text)) return null
  if (kind === 'text') return { words: foldedWords(text) }
  if (kind === 'choice') return { value: text }
  if (kind === 'flag')
    return /^(true|1)$/.test(text) ? { flag: true } : /^(false|0)$/.test(text) ? { flag: false } : null
  const range =
    kind === 'number' ? parseRange(text, numberSpan, compareDecimals) : parseRange(text, daySpan, compareText)
  return range && { range }
}

type Span = { from: string; below?: string; to?: string }

/** The parts of a filter: an operator and its bound, or both ends of a range. */
function splitFilter(text: string): { sign: string | undefined; first: string; last?: string | undefined } {
  const [, sign, rest = ''] = /^(>=|<=|>|<)?\s*(.*)$/s.exec(text) ?? []
  const [, from, to] = (sign ? null : /^(.+?)\s*(?:\.\.|–)\s*(.+)$/.exec(text)) ?? []
  return from === undefined ? { sign, first: rest } : { sign, first: from, last: to }
}

/** A filter with its numbers converted by `write`: `>1.250` to `>1250`. */
export function eachNumber(filter: string, write: (number: string) => string): string {
  const { sign = '', first, last } = splitFilter(filter.trim())
  return last === undefined ? sign + write(first) : `${write(first)}..${write(last)}`
}

/** Parses a filter of comparable values; the ends of a range may be in either order. */
function parseRange(
  text: string,
  span: (text: string) => Span | null,
  compare: (a: string, b: string) => number,
): Range | null {
  const { sign, first, last } = splitFilter(text)
  if (last !== undefined) {
    const [one, other] = [span(first), span(last)]
    if (!one || !other) return null
    const isTurned = compare(one.from, other.below ?? other.from) >= 0
    const [from, to] = isTurned ? [other, one] : [one, other]
    return { from: from.from, ...end(to) }
  }
  const value = span(first)
  if (!value) return null
  if (sign === '>=') return { from: value.from }
  if (sign === '<') return { below: value.from }
  if (sign === '<=') return end(value)
  if (sign === '>') return value.below ? { from: value.below } : { from: value.to ?? value.from, after: true }
  return { from: value.from, ...end(value) }
}

const end = ({ below, to, from }: Span): Range => (below ? { below } : { to: to ?? from })

/** A number matches exactly: `5` finds 5, not 5,50 and not 50. It has up to 16 digits, as the ids of jobs. */
function numberSpan(text: string): Span | null {
  const parsed = parseDecimal(text.trim().replace(/%$/, ''), { digits: 16, scale: 3 })
  return 'problem' in parsed ? null : { from: parsed.value, to: parsed.value }
}

const pad = (value: string | number) => String(value).padStart(2, '0')

/** A filter with `today` and `yesterday` replaced by dates, so that cached counts expire at midnight. */
export const dayByDate = (filter: string) =>
  filter.replace(/\b(to|yester)day\b/g, (word) => {
    const today = officeToday()
    return word === 'today' ? today : addDays(today, -1)
  })

function daySpan(typed: string): Span | null {
  const text = dayByDate(typed.trim())
  const local = /^(?:(?:(\d{1,2})\.\s*)?(\d{1,2})\.\s*)?(\d{4})\.?$/.exec(text)
  const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [local?.[3], local?.[2], local?.[1]]
  if (!year || Number(year) < 1900) return null
  const first = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)))
  if (first.getUTCMonth() !== Number(month ?? 1) - 1 || first.getUTCDate() !== Number(day ?? 1)) return null
  const next = new Date(first)
  if (day) next.setUTCDate(next.getUTCDate() + 1)
  else if (month) next.setUTCMonth(next.getUTCMonth() + 1)
  else next.setUTCFullYear(next.getUTCFullYear() + 1)
  return { from: isoDay(first), below: isoDay(next) }
}

const isoDay = (date: Date) =>
  `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`

/** The folding of a column's texts and of the words searched in them. */
export const foldingOf = (column: { compact?: true } | undefined) => (column?.compact ? foldCompact : fold)

interface Compared {
  /** Folds texts and words; `fold` when absent. */
  folding?: (text: string) => string
  /** The day by which a value is compared. */
  dayOf?: ((value: string) => string) | undefined
}

/** Whether a value of a row passes a filter; for lists that the browser filters itself. */
export function matches(filter: Filter, value: unknown, { folding = fold, dayOf }: Compared = {}): boolean {
  if ('words' in filter) {
    const folded = folding(String(value ?? ''))
    return filter.words.every((word) => findWord(folded, folding(word)))
  }
  if ('flag' in filter) return value === filter.flag
  if ('value' in filter) return value === filter.value
  if (value === null || value === undefined) return false
  const { from, after, to, below } = filter.range
  const compare = dayOf ? compareText : compareDecimals
  const compared = dayOf ? dayOf(String(value)) : String(value)
  if (from !== undefined && compare(compared, from) < (after ? 1 : 0)) return false
  if (to !== undefined && compare(compared, to) > 0) return false
  return below === undefined || compare(compared, below) < 0
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

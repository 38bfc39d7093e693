import { booleanWords, type SheetKind } from '@kontor/contract/lib/imports/columns'
import { type Locale, TIME_ZONE } from '@kontor/contract/lib/text/locales'
import { memoize } from '../../concurrency/memoize.ts'
import { escapeXml, styles } from './workbook-parts.ts'

/**
 * The type of a written column; dates are timestamps, shown in the product's time zone, or calendar days
 * (`2026-11-21`).
 */
export type WriteKind = SheetKind | 'date'

/** A value to write: decimals as strings (`'1234.500'`, `'5%'`), dates as `Date` or ISO 8601 text. */
export type WriteValue = string | number | boolean | Date | null | undefined

/** Excel's limit for the text of a cell: with more it reports the file as damaged. */
const MAX_TEXT = 32_767
/** Digits that Excel can store in a number; a longer number is written as text. */
const MAX_DIGITS = 15

/**
 * One `<c>` element. A value of another type than its column's is written as text; nothing is ever a formula, and null
 * is an empty cell.
 */
export function cellXml(value: WriteValue, kind: WriteKind, locale: Locale): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (kind === 'text' && typeof value === 'string') return textXml(value)
  if (typeof value === 'boolean') return textXml(booleanWords[locale][value ? 'yes' : 'no'])
  if (kind === 'date' || kind === 'day')
    return dayXml(value) ?? dateXml(new Date(value)) ?? textXml(String(value))
  if (value instanceof Date) return dateXml(value) ?? '<c/>'
  if (kind === 'integer' && Number.isSafeInteger(value)) return numberXml(String(value), styles.integer)
  if (kind === 'decimal') return decimalXml(String(value)) ?? textXml(String(value))
  return textXml(String(value))
}

/** Blanks that a reader may drop unless they are declared as content. */
const hasOuterBlanks = (text: string) =>
  text.charCodeAt(0) <= 0x20 || text.charCodeAt(text.length - 1) <= 0x20

function textXml(text: string): string {
  const space = hasOuterBlanks(text) ? ' xml:space="preserve"' : ''
  const cut = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  return `<c t="inlineStr"><is><t${space}>${escapeXml(cut)}</t></is></c>`
}

const numberXml = (digits: string, style: number) => `<c s="${style}"><v>${digits}</v></c>`

/** Most decimals: at most 15 digits, of them three after the point, no percentage. */
const PLAIN = /^-?\d{1,12}(?:\.\d{1,3})?$/

function decimalXml(text: string): string | undefined {
  if (PLAIN.test(text)) return numberXml(text, styles.decimal)
  const [, sign = '', whole = '', fraction = '', percent] = /^(-?)(\d+)(?:\.(\d+))?(%?)$/.exec(text) ?? []
  if (whole === '' || whole.length + fraction.length > MAX_DIGITS) return undefined
  if (!percent) {
    const style = fraction.length > 3 ? styles.fineDecimal : styles.decimal
    return numberXml(sign + whole + (fraction && `.${fraction}`), style)
  }
  // Excel stores 5 % as 0.05: the decimal point is moved in the text, so that no digit is lost.
  const digits = whole.padStart(3, '0')
  const hundredth = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`
  return numberXml(hundredth, /[1-9]/.test(fraction) ? styles.finePercent : styles.percent)
}

const wallClock = memoize(
  () => new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' }),
)

/** A calendar day has no time zone. */
function dayXml(value: WriteValue): string | undefined {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(String(value))
    ? Date.parse(`${String(value)}T00:00Z`)
    : Number.NaN
  return Number.isNaN(midnight) ? undefined : numberXml(daysOf(midnight), styles.day)
}

function dateXml(moment: Date): string | undefined {
  const ms = moment.getTime()
  if (Number.isNaN(ms)) return undefined
  return numberXml(daysOf(Date.parse(`${wallClock().format(moment).replace(' ', 'T')}Z`)), styles.date)
}

/** Days since 30 December 1899: Excel's serial number of a local time. */
const daysOf = (wall: number) => String(wall / 86_400_000 + 25_569)

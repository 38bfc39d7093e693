// Exact decimals: parsing of typed and sent numbers, arithmetic on strings.
import type { DecimalMark } from '../text/locales.ts'

/** Limits of a decimal. */
export interface DecimalLimits {
  /** Digits before the point; 10 by default. */
  digits?: number
  /** Digits after the point; 3 by default. */
  scale?: number
}

type DecimalProblem = 'not_a_number' | 'too_many_digits' | 'too_many_decimals'

/**
 * The result of parsing. `value` is canonical: no plus, no superfluous zeros, `-0` is `0`; with `percent` it is the
 * number before the sign (`5%` gives `5`).
 */
export type Parsed = { value: string; percent: boolean } | { problem: DecimalProblem }

/** Longer texts cannot fit any limit; the patterns below never see them. */
const MAX_LENGTH = 40

const PLAIN = /^(?=.)(\d*)(?:[.,](\d+))?$/
const DOTS = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/
const COMMAS = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/
const BLANKS = /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d+))?$/

// Only `1.250` and `1,250` match two patterns: the first one decides.
const TYPED: Record<DecimalMark, readonly RegExp[]> = {
  ',': [DOTS, PLAIN, COMMAS, BLANKS],
  '.': [COMMAS, PLAIN, DOTS, BLANKS],
}
const SENT = [PLAIN, DOTS, COMMAS, BLANKS]

/**
 * Parses a number of a program: a single comma or point is the decimal mark, so that `1.250` is 1.25. Thousands may be
 * grouped where that is unambiguous, `€` or `EUR` may be on either side, `%` behind it, and `12,-` is 12. Texts that
 * people typed are parsed by {@link readTyped}.
 */
export const parseDecimal = (text: string, limits?: DecimalLimits): Parsed => read(text, SENT, limits)

/**
 * Parses a number that a person typed with the decimal mark `mark`, see `decimalMarks`. With a comma, `1.250` is 1250
 * and `1,250` is 1.25; with a point it is the other way round. Unambiguous texts (`12.5`, `0.125`, `1.250,5`,
 * `1,250.5`, `1.250,-`) mean the same with either.
 */
export const readTyped = (text: string, mark: DecimalMark, limits?: DecimalLimits): Parsed =>
  read(text, TYPED[mark], limits)

/** The value of a text with either decimal mark, and the mark that it proves. */
interface Readings extends Record<DecimalMark, Parsed> {
  /** A comma for `12,5` or `1.250.000`; null where the text proves nothing. */
  proves: DecimalMark | null
}

/** Both meanings of a text. It is ambiguous when both are numbers and they differ. */
export function readings(text: string, limits?: DecimalLimits): Readings {
  return {
    ',': readTyped(text, ',', limits),
    '.': readTyped(text, '.', limits),
    proves: provenMark(text),
  }
}

/** The last mark is the decimal one, unless it occurs twice and so groups thousands. */
function provenMark(text: string): DecimalMark | null {
  const exact = { digits: MAX_LENGTH, scale: MAX_LENGTH }
  const withComma = readTyped(text, ',', exact)
  const withPoint = readTyped(text, '.', exact)
  if ('problem' in withComma || 'problem' in withPoint || withComma.value !== withPoint.value) return null
  const last = text[Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))]
  if (last !== ',' && last !== '.') return null
  const isGrouping = text.indexOf(last) !== text.lastIndexOf(last)
  return isGrouping === (last === ',') ? '.' : ','
}

function read(text: string, shapes: readonly RegExp[], limits: DecimalLimits = {}): Parsed {
  if (text.length > MAX_LENGTH) return { problem: 'not_a_number' }
  const { sign, body, percent } = withoutUnits(text)
  for (const shape of shapes) {
    const match = shape.exec(body)
    if (!match) continue
    const whole = (match[1] ?? '').replace(/\D/g, '').replace(/^0+/, '')
    const fraction = (match[2] ?? '').replace(/0+$/, '')
    if (whole.length > (limits.digits ?? 10)) return { problem: 'too_many_digits' }
    if (fraction.length > (limits.scale ?? 3)) return { problem: 'too_many_decimals' }
    const magnitude = (whole || '0') + (fraction && `.${fraction}`)
    return { value: sign === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude, percent }
  }
  return { problem: 'not_a_number' }
}

/** Removes sign and unit; with two of either the number is empty and thus invalid. */
function withoutUnits(text: string) {
  const typed = text.replace(/[\u00a0\u2007\u2009\u202f]/g, ' ').trim()
  const [, first = '', euro, second = '', body = '', unit] =
    /^([+-]?) ?(€|EUR)? ?([+-]?) ?(.*?) ?(%|€|EUR)?$/i.exec(typed) ?? []
  const isDoubled = Boolean((first && second) || (euro && unit))
  // `12,-` is twelve without cents; its comma proves the mark, so it is parsed as `12,00`.
  return {
    sign: first || second,
    body: isDoubled ? '' : body.replace(/(?<=\d[.,])[-–—]$/, '00'),
    percent: unit === '%',
  }
}

/** A number with few digits, as JavaScript writes it: it needs no rounding. */
const SHORT = /^-?(\d{1,10})(?:\.(\d{1,3}))?$/

/**
 * The decimal of a binary number, as Excel displays it: rounded to 15 significant digits first, so that 0.1 + 0.2 is
 * `0.3`. More decimals than the limit are a problem, never rounded.
 */
export function numberToDecimal(number: number, limits: DecimalLimits = {}): Parsed {
  if (!Number.isFinite(number)) return { problem: 'not_a_number' }
  const written = String(number)
  const [, whole = '', fraction = ''] = SHORT.exec(written) ?? []
  const isWithin = whole.length <= (limits.digits ?? 10) && fraction.length <= (limits.scale ?? 3)
  if (whole !== '' && isWithin) return { value: written, percent: false }
  const shown = Number(number.toPrecision(15))
  // From 1e21 on toFixed uses an exponent.
  if (Math.abs(shown) >= 1e21) return { problem: 'too_many_digits' }
  const fixed = shown.toFixed(limits.scale ?? 3)
  const parsed = parseDecimal(fixed, limits)
  return Number(fixed) === shown || 'problem' in parsed ? parsed : { problem: 'too_many_decimals' }
}

/** Compares two decimal strings exactly (`-1`, `0` or `1`). `1.50` equals `1.5`. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  const scale = Math.max(fractionA.length, fractionB.length)
  const scaledA = BigInt(wholeA + fractionA.padEnd(scale, '0'))
  const scaledB = BigInt(wholeB + fractionB.padEnd(scale, '0'))
  return scaledA < scaledB ? -1 : scaledA > scaledB ? 1 : 0
}

/** Multiplies a decimal string exactly by an integer. */
export function multiplyByInteger(value: string, times: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const product = BigInt(whole + fraction) * BigInt(times)
  const digits = String(product).padStart(fraction.length + 1, '0')
  return fraction ? `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}` : digits
}

/** The exact sum of decimal strings; `-0.50` is subtracted. */
export function sumOf(values: readonly string[]): string {
  const scale = Math.max(0, ...values.map((value) => (value.split('.')[1] ?? '').length))
  const scaled = values.map((value) => {
    const [whole = '0', fraction = ''] = value.split('.')
    return BigInt(whole + fraction.padEnd(scale, '0'))
  })
  const sum = scaled.reduce((all, one) => all + one, 0n)
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0')
  const sign = sum < 0n ? '-' : ''
  return sign + (scale ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits)
}

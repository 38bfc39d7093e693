// Exact numbers, as people write and computers send them.
import type { DecimalMark } from '../text/locales.ts'

/** How large and how fine a decimal may be. */
export interface DecimalLimits {
  /** Digits before the point; 10 by default. */
  digits?: number
  /** Digits after the point; 3 by default. */
  scale?: number
}

type DecimalProblem = 'not_a_number' | 'too_many_digits' | 'too_many_decimals'

/**
 * What a text was read as. `value` is canonical: no plus, no superfluous zeros, `-0` is `0`; with `percent` it is the
 * number before the sign (`5%` gives `5`).
 */
export type Parsed = { value: string; percent: boolean } | { problem: DecimalProblem }

/** No number that fits any limit is typed longer; the shapes below never see a longer text. */
const MAX_LENGTH = 40

const PLAIN = /^(?=.)(\d*)(?:[.,](\d+))?$/
const DOTS = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/
const COMMAS = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/
const BLANKS = /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d+))?$/

// Two shapes fit `1.250` and `1,250`, and nothing else: the one that is tried first decides what they mean.
const TYPED: Record<DecimalMark, readonly RegExp[]> = {
  ',': [DOTS, PLAIN, COMMAS, BLANKS],
  '.': [COMMAS, PLAIN, DOTS, BLANKS],
}
const SENT = [PLAIN, DOTS, COMMAS, BLANKS]

/**
 * Reads a number as programs send it: a lone comma or point is the decimal mark, so that `1.250` is 1.25. Thousands
 * may be grouped where that is unambiguous, `€` or `EUR` may stand on either side, `%` behind it, and `12,-` is 12.
 * Texts that people typed are read by {@link readTyped}.
 */
export const parseDecimal = (text: string, limits?: DecimalLimits): Parsed => read(text, SENT, limits)

/**
 * Reads a number as people type it whose decimal mark is `mark`; of a language see `decimalMarks`. With a comma,
 * `1.250` is 1250 and `1,250` is 1.25; with a point it is the other way round. Whatever can mean only one thing
 * (`12.5`, `0.125`, `1.250,5`, `1,250.5`, `1.250,-`) means that with either.
 */
export const readTyped = (text: string, mark: DecimalMark, limits?: DecimalLimits): Parsed =>
  read(text, TYPED[mark], limits)

/** What a text means with either decimal mark, and which of the two it proves to be in use. */
interface Readings extends Record<DecimalMark, Parsed> {
  /** The decimal mark of whoever wrote `12,5` or `1.250.000` is the comma; null where nothing tells. */
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

/** The last mark is the decimal one, unless it comes twice and so groups thousands. */
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

/** Takes sign and unit off; the body of a text with two of either is empty, which is no number. */
function withoutUnits(text: string) {
  const typed = text.replace(/[\u00a0\u2007\u2009\u202f]/g, ' ').trim()
  const [, first = '', euro, second = '', body = '', unit] =
    /^([+-]?) ?(€|EUR)? ?([+-]?) ?(.*?) ?(%|€|EUR)?$/i.exec(typed) ?? []
  const isDoubled = Boolean((first && second) || (euro && unit))
  // `12,-` is twelve and no cents; the comma says which mark is which, so it is read as `12,00`.
  return {
    sign: first || second,
    body: isDoubled ? '' : body.replace(/(?<=\d[.,])[-–—]$/, '00'),
    percent: unit === '%',
  }
}

/**
 * The decimal that a binary number stands for, as Excel shows it: rounded to 15 significant digits first, so that
 * 0.1 + 0.2 is `0.3`. More decimals than the limit are a problem, never rounded away.
 */
export function numberToDecimal(
  number: number,
  limits: DecimalLimits = {},
): { value: string } | { problem: DecimalProblem } {
  if (!Number.isFinite(number)) return { problem: 'not_a_number' }
  const shown = Number(number.toPrecision(15))
  // From 1e21 on toFixed answers with an exponent.
  if (Math.abs(shown) >= 1e21) return { problem: 'too_many_digits' }
  const fixed = shown.toFixed(limits.scale ?? 3)
  const parsed = parseDecimal(fixed, limits)
  return Number(fixed) === shown || 'problem' in parsed ? parsed : { problem: 'too_many_decimals' }
}

/** Order of two decimal strings (`-1`, `0` or `1`), exact whatever their length. `1.50` equals `1.5`. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  const scale = Math.max(fractionA.length, fractionB.length)
  const scaledA = BigInt(wholeA + fractionA.padEnd(scale, '0'))
  const scaledB = BigInt(wholeB + fractionB.padEnd(scale, '0'))
  return scaledA < scaledB ? -1 : scaledA > scaledB ? 1 : 0
}

/** A decimal string a whole number of times, exactly. */
export function timesWhole(value: string, times: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const product = BigInt(whole + fraction) * BigInt(times)
  const digits = String(product).padStart(fraction.length + 1, '0')
  return fraction ? `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}` : digits
}

/** Decimal strings added up, exactly; `-0.50` takes away. */
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

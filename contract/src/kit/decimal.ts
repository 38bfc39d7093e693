/** How large and how fine a decimal may be. */
export interface DecimalLimits {
  /** Digits before the point; 10 by default. */
  digits?: number
  /** Digits after the point; 3 by default. */
  scale?: number
}

export type DecimalProblem = 'not_a_number' | 'too_many_digits' | 'too_many_decimals'

/** No number that fits any limit is typed longer; the shapes below never see a longer text. */
const MAX_LENGTH = 40

// Tried in this order: one lone separator is the decimal sign, so `1.234` is 1.234 and not 1234.
const SHAPES = [
  /^(?=.)(\d*)(?:[.,](\d+))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/,
  /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d+))?$/,
]

/**
 * Reads a number as people type it: comma or point as the decimal sign, thousands grouped where that is
 * unambiguous, `€` or `%` behind it. `value` is canonical: no plus, no superfluous zeros, `-0` is `0`; with
 * `percent` it is the number before the sign (`5%` gives `5`).
 */
export function parseDecimal(
  text: string,
  limits: DecimalLimits = {},
): { value: string; percent: boolean } | { problem: DecimalProblem } {
  if (text.length > MAX_LENGTH) return { problem: 'not_a_number' }
  const typed = text.replace(/[\u00a0\u2009\u202f]/g, ' ').trim()
  const [, sign = '', body = '', unit] = /^([+-]?) ?(.*?) ?([%€]?)$/.exec(typed) ?? []
  for (const shape of SHAPES) {
    const match = shape.exec(body)
    if (!match) continue
    const whole = (match[1] ?? '').replace(/\D/g, '').replace(/^0+/, '')
    const fraction = (match[2] ?? '').replace(/0+$/, '')
    if (whole.length > (limits.digits ?? 10)) return { problem: 'too_many_digits' }
    if (fraction.length > (limits.scale ?? 3)) return { problem: 'too_many_decimals' }
    const magnitude = (whole || '0') + (fraction && `.${fraction}`)
    return { value: sign === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude, percent: unit === '%' }
  }
  return { problem: 'not_a_number' }
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

const formats = new Map<string, Intl.NumberFormat>()

/**
 * A decimal string as shown in a language (`sr-Latn-ME`: `1.234,50`), with 2 to 3 decimals unless told otherwise.
 * The digits are exact: they never pass through a binary number.
 */
export function formatDecimal(value: string, locale: string, { min = 2, max = 3 } = {}): string {
  const key = `${locale} ${min} ${max}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: min, maximumFractionDigits: max })
  formats.set(key, format)
  // The type of Intl asks for a numeric literal; a decimal string is one.
  return format.format(value as Intl.StringNumericLiteral)
}

/** A decimal string a whole number of times, exactly. */
export function timesWhole(value: string, times: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const product = BigInt(whole + fraction) * BigInt(times)
  const digits = String(product).padStart(fraction.length + 1, '0')
  return fraction ? `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}` : digits
}

import { type Locale, locales } from '../text/locales.ts'

/**
 * An amount in euros, or a percentage when it has a percent sign. As a text it is a canonical decimal, with the sign if
 * it is a percentage: `1234.5`, `5%`.
 */
interface MoneyOrPercent {
  /** Canonical decimal string, without the sign. */
  value: string
  percent: boolean
}

/** Parses a money-or-percent text, which must come from its rule or from the database. */
export const moneyOrPercentOf = (text: string): MoneyOrPercent =>
  text.endsWith('%') ? { value: text.slice(0, -1), percent: true } : { value: text, percent: false }

const formats = new Map<string, Intl.NumberFormat>()

/**
 * A decimal string formatted for a locale (`sr-Latn-ME`: `1.234,50`), with 2 to 3 decimals by default; in euros with
 * their sign in the locale's position. The digits are exact: they are never converted to a binary number.
 */
export function formatDecimal(
  value: string,
  locale: string,
  { min = 2, max = 3, group = true, euros = false } = {},
): string {
  const key = `${locale} ${min} ${max} ${group} ${euros}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      useGrouping: group,
      ...(euros && { style: 'currency', currency: 'EUR' }),
    })
  formats.set(key, format)
  // Intl accepts decimal strings; its type wants a numeric literal.
  return format.format(value as Intl.StringNumericLiteral)
}

/** A money-or-percent value formatted for a locale: `1.234,50 €`, `€1,234.50`, `7,5%`. */
export function formatMoneyOrPercent(text: string, locale: Locale): string {
  const { value, percent } = moneyOrPercentOf(text)
  return percent
    ? `${formatDecimal(value, locales[locale], { min: 0 })}%`
    : formatDecimal(value, locales[locale], { euros: true })
}

/** The text of a money-or-percent value. */
export const moneyOrPercentText = ({ value, percent }: MoneyOrPercent) => (percent ? `${value}%` : value)

import { type Locale, locales } from '../text/locales.ts'

/**
 * A figure of the books: euros, or a percentage when it was typed with a percent sign. As a text it is a canonical
 * decimal, with the sign behind it if it is a percentage: `1234.5`, `5%`.
 */
interface Figure {
  /** Canonical decimal string, without the sign. */
  value: string
  percent: boolean
}

/** Takes the text of a figure apart. Knows only texts that the rule of figures or the database wrote. */
export const moneyOrPercentOf = (text: string): Figure =>
  text.endsWith('%') ? { value: text.slice(0, -1), percent: true } : { value: text, percent: false }

const formats = new Map<string, Intl.NumberFormat>()

/**
 * A decimal string as shown in a language (`sr-Latn-ME`: `1.234,50`), with 2 to 3 decimals unless told otherwise; in
 * euros with their sign where the language has it.
 * The digits are exact: they never pass through a binary number.
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
  // The type of Intl asks for a numeric literal; a decimal string is one.
  return format.format(value as Intl.StringNumericLiteral)
}

/** A figure as it is shown in a language: `1.234,50 €`, `€1,234.50`, `7,5%`. */
export function formatMoneyOrPercent(text: string, locale: Locale): string {
  const { value, percent } = moneyOrPercentOf(text)
  return percent
    ? `${formatDecimal(value, locales[locale], { min: 0 })}%`
    : formatDecimal(value, locales[locale], { euros: true })
}

/** Puts a figure together. */
export const moneyOrPercentText = ({ value, percent }: Figure) => (percent ? `${value}%` : value)

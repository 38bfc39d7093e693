import * as z from 'zod/mini'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { type Locale, locales } from './locales.ts'

/**
 * A figure of the books: euros, or a percentage when it was typed with a percent sign. As a text it is a canonical
 * decimal, with the sign behind it if it is a percentage: `1234.5`, `5%`.
 */
export interface Figure {
  /** Canonical decimal string, without the sign. */
  value: string
  percent: boolean
}

/** Takes the text of a figure apart. Knows only texts that {@link figure} or the database wrote. */
export const figureOf = (text: string): Figure =>
  text.endsWith('%') ? { value: text.slice(0, -1), percent: true } : { value: text, percent: false }

/** A figure as it is shown in a language: `1.234,50 €`, `€1,234.50`, `7,5%`. */
export function formatFigure(text: string, locale: Locale): string {
  const { value, percent } = figureOf(text)
  return percent
    ? `${formatDecimal(value, locales[locale], { min: 0 })}%`
    : formatDecimal(value, locales[locale], { euros: true })
}

/** Puts a figure together. */
export const figureText = ({ value, percent }: Figure) => (percent ? `${value}%` : value)

/** Reads what was typed or sent; with `empty` that stands for nothing, else nothing is refused. */
function read(
  input: string | number | null | undefined,
  empty?: string,
): { text: string } | { problem: string } {
  const typed = String(input ?? '')
  if (typed.trim() === '') return empty === undefined ? { problem: 'validation.field' } : { text: empty }
  const parsed = parseDecimal(typed)
  if ('problem' in parsed) return { problem: `validation.${parsed.problem}` }
  return parsed.value.startsWith('-') ? { problem: 'validation.number' } : { text: figureText(parsed) }
}

const rule = <Input extends string | number | null | undefined>(empty?: string) =>
  z.transform((input: Input, context) => {
    const result = read(input, empty)
    if ('text' in result) return result.text
    context.issues.push({ code: 'custom', message: result.problem, input })
    return z.NEVER
  })

/** A figure of at least 0, exact to 10 digits and 3 decimals, with comma or point, as text or number. */
export const figure = z.pipe(z.union([z.string(), z.number()]), rule())

/** The same, 0 when it is left out or empty. */
export const optionalFigure = z.pipe(z.optional(z.nullable(z.union([z.string(), z.number()]))), rule('0'))

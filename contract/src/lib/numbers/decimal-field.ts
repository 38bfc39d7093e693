import * as z from 'zod/mini'
import { belowMinimumKey } from '../fields/fields.ts'
import { type DecimalLimits, parseDecimal } from './decimal.ts'
import { moneyOrPercentText } from './money-or-percent.ts'

interface DecimalRule extends DecimalLimits {
  /** Minimum, inclusive. */
  min?: number
  /** The value must be greater than this. */
  above?: number
  /** Maximum, inclusive. */
  max?: number
  /** Message key; with limits, they are its parameters. */
  message?: string | undefined
}

/** An exact decimal, as text with comma or point or as a number; returns a canonical decimal string. */
export function decimal({ min, above, max, message, ...limits }: DecimalRule = {}) {
  const ownLimits = Object.keys(limits).length > 0
  const outOfRange = message ?? 'validation.number'
  return z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((input, context) => {
      const fail = (key: string) => {
        context.issues.push({ code: 'custom', message: key, input })
        return z.NEVER
      }
      if (String(input).trim() === '') return fail('validation.field')
      const parsed = parseDecimal(String(input), limits)
      if ('problem' in parsed) {
        const isNumber = parsed.problem !== 'not_a_number'
        return fail(isNumber && ownLimits ? outOfRange : `validation.${parsed.problem}`)
      }
      if (parsed.percent) return fail('validation.not_a_number')
      const value = Number(parsed.value)
      if (min !== undefined && value < min) return fail(message ?? belowMinimumKey(min))
      if (above !== undefined && value <= above) return fail(outOfRange)
      if (max !== undefined && value > max) return fail(outOfRange)
      return parsed.value
    }),
  )
}

/** Reads a text or number; an empty one becomes `empty`, and is rejected without it. */
function read(
  input: string | number | null | undefined,
  empty?: string,
): { text: string } | { problem: string } {
  const typed = String(input ?? '')
  if (typed.trim() === '') return empty === undefined ? { problem: 'validation.field' } : { text: empty }
  const parsed = parseDecimal(typed)
  if ('problem' in parsed) return { problem: `validation.${parsed.problem}` }
  return parsed.value.startsWith('-') ? { problem: belowMinimumKey(0) } : { text: moneyOrPercentText(parsed) }
}

const rule = <Input extends string | number | null | undefined>(empty?: string) =>
  z.transform((input: Input, context) => {
    const result = read(input, empty)
    if ('text' in result) return result.text
    context.issues.push({ code: 'custom', message: result.problem, input })
    return z.NEVER
  })

/** A money-or-percent value of at least 0, with at most 10 digits and 3 decimals, as text or number. */
export const moneyOrPercent = z.pipe(z.union([z.string(), z.number()]), rule())

/** As {@link moneyOrPercent}, 0 when it is empty. */
export const optionalMoneyOrPercent = z.optional(
  z.pipe(z.nullable(z.union([z.string(), z.number()])), rule('0')),
)

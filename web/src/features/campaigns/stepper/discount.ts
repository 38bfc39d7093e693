import { parseDecimal } from '@kontor/contract/lib/numbers/decimal'
import { decimal } from '@kontor/contract/lib/numbers/decimal-field'
import * as z from 'zod/mini'

const rule = decimal({ above: 0, max: 99.99, scale: 2, message: 'stepper.discount_range' })

/** The message of a percentage that is no discount; null when it is one. */
export function discountProblem(percent: string): string | null {
  const { error } = z.safeParse(rule, percent)
  return error?.issues[0]?.message ?? null
}

/** A price less a discount in percent, rounded half up to cents, at least one; all are canonical decimals. */
export function discounted(price: string, percent: string): string {
  const left = 10_000n - scaled(percent, 2)
  const rounded = (scaled(price, 3) * left + 50_000n) / 100_000n
  const cents = rounded === 0n && Number(price) > 0 ? 1n : rounded
  const text = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  const parsed = parseDecimal(text)
  return 'value' in parsed ? parsed.value : text
}

/** How much a price differs from the usual one, in percent with one decimal; null when the usual one is zero. */
export function differenceInPercent(price: string, usual: string): number | null {
  if (Number(usual) === 0) return null
  return Math.round((Number(price) / Number(usual) - 1) * 1000) / 10
}

/** A decimal as a whole number of its last place. */
function scaled(value: string, places: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
}

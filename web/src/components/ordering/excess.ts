import { compareDecimals, sumOf } from '@kontor/contract/lib/numbers/decimal'

/** A partner's cash in a campaign, what is left of it and what was spent. */
interface Cash {
  cash: string | null
  cash_left: string | null
  spent: string
}

/**
 * Euros by which a partner exceeds its cash, or would with another order of `sum` euros. Null when it does not, and
 * without a cash in euros.
 */
export function excessOf({ cash, cash_left, spent }: Cash, sum = '0'): string | null {
  if (cash === null || cash_left === null || Number(cash) === 0) return null
  const excess = sumOf([spent, sum, `-${cash}`])
  return compareDecimals(excess, '0') > 0 ? excess : null
}

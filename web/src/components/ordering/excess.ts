import type { PortalCampaign } from '@kontor/contract/campaigns/portal'
import { compareDecimals, sumOf } from '@kontor/contract/lib/numbers/decimal'

/**
 * Euros by which a partner exceeds its cash, or would with another order of `sum` euros. Null when it does not, and
 * without a cash in euros.
 */
export function excessOf(
  { cash, cash_left, spent }: Pick<PortalCampaign, 'cash' | 'cash_left' | 'spent'>,
  sum = '0',
): string | null {
  if (cash === null || cash_left === null || Number(cash) === 0) return null
  const excess = sumOf([spent, sum, `-${cash}`])
  return compareDecimals(excess, '0') > 0 ? excess : null
}

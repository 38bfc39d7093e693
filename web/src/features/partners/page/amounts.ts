// Figures of a partner as numbers, for drawing and comparing; displayed figures use the exact decimal
// text.
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'

/** A figure in euros; null for a percentage, or without permission. */
export function eurosOf(figure: string | undefined): number | null {
  if (figure === undefined) return null
  const { value, percent } = moneyOrPercentOf(figure)
  return percent ? null : Number(value)
}

/** The fraction of the year at the end of a day (`2026-11-21`). */
export function shareOfYear(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const begin = Date.UTC(year, 0, 1)
  return (Date.UTC(year, month - 1, date + 1) - begin) / (Date.UTC(year + 1, 0, 1) - begin)
}

/** A computed amount as a decimal with cents. */
export const cents = (amount: number) => amount.toFixed(2)

// How a figure has gone, from what the history knows of it.
import { TIME_ZONE } from '@kontor/contract/kit/api/locales'
import { figureOf } from '@kontor/contract/kit/numbers/figure'

/** That a figure was changed, and from what; null where the partner did not have it before, for it was not there. */
export interface FigureChange {
  at: string
  before: string | null
}

/** Months that the line of the debt has. */
const MONTHS = 12

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, year: 'numeric', month: '2-digit' })

/** The last twelve months by the office's clock, as `2026-11`, this one last. */
export function monthsUntil(now: Date) {
  const [year = 0, month = 0] = clock.format(now).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, back) => {
    const at = new Date(Date.UTC(year, month - 1 - (MONTHS - 1 - back), 1))
    return at.toISOString().slice(0, 7)
  })
}

/**
 * The debt at the end of each month in euros. It is told backwards: what it was at a moment is what stood there before
 * the first change after it, or what stands there now. `changes` are in the order of time.
 */
export function debtByMonth(
  months: readonly string[],
  opened: string,
  changes: readonly FigureChange[],
  now: string,
) {
  const monthOf = (at: string) => clock.format(new Date(at))
  const begun = monthOf(opened)
  return months.map((month) => {
    const later = changes.find(({ at }) => monthOf(at) > month)
    const debt = month < begun ? null : later ? later.before : now
    return { month, debt: debt === null || figureOf(debt).percent ? null : debt }
  })
}

/** Since when a figure is above zero without a break; null when it is not, or when nobody knows since when. */
export function aboveZeroSince(changes: readonly FigureChange[], now: string) {
  if (isZero(now)) return null
  return changes.findLast(({ before }) => before === null || isZero(before))?.at ?? null
}

const isZero = (figure: string) => Number(figureOf(figure).value) === 0

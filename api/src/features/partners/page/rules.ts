// Values over time, from the changes in the history.

import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { officeDay } from '@kontor/contract/lib/text/locales'
import { type ValueChange, valueAt } from '../../history/table.ts'

/** The ends of the months before this one, when the partner was added, and now. */
interface Times {
  ends: readonly string[]
  opened: string
  today: string
}

/**
 * The debt in euros at the end of each month before this one, then at each change (the last one of a day), beginning
 * with the first value. Null where it was missing or a percentage. `changes` are in chronological order.
 */
export function debtLine(times: Times, changes: readonly ValueChange[], now: string) {
  const ends = times.ends.filter((end) => Date.parse(end) >= Date.parse(times.opened))
  const begun = ends.at(-1) ?? times.opened
  const recent = changes.filter(({ at }) => Date.parse(at) > Date.parse(begun))
  const lastOfDay = recent.filter(({ at, before }, index) => {
    const next = recent[index + 1]
    return before === null || !next || officeDay(next.at) !== officeDay(at)
  })
  const moments = [
    ...ends,
    ...(ends.length > 0 ? [] : [begun]),
    ...lastOfDay.map(({ at }) => at),
    times.today,
  ]
  return moments.map((at) => {
    const debt = valueAt(changes, at, now)
    return {
      at: new Date(at).toISOString(),
      debt: debt === null || moneyOrPercentOf(debt).percent ? null : debt,
    }
  })
}

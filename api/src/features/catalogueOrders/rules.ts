import type { OrderRange } from '@kontor/contract/catalogueOrders'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import { parseFilter } from '@kontor/contract/lib/lists/filter'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { addDays, dayInDigits, daysBetween, type Locale } from '@kontor/contract/lib/text/locales'
import { HttpError } from '../../lib/http/http-error.ts'

/** The days of a request, each optional. */
interface RangeInput {
  date_from?: string | null | undefined
  date_to?: string | null | undefined
}

/** The range of a request; by default the month of its last day, which is by default today. Throws 436. */
export function rangeOf({ date_from, date_to }: RangeInput, today: string): OrderRange {
  const to = date_to ?? today
  const from = date_from ?? `${to.slice(0, 8)}01`
  const errors: FieldErrors = {
    ...(from > to && { date_from: ['validation.dates'] }),
    ...(to > today && { date_to: ['validation.dates'] }),
  }
  if (Object.keys(errors).length > 0) throw new HttpError('validation.dates', { errors })
  return { date_from: from, date_to: to }
}

/** The last day of the month before a day's. */
const endOfMonthBefore = (day: string) => addDays(`${day.slice(0, 8)}01`, -1)

/**
 * The preceding range, of the same length. A range of two days or more from the first of a month is compared with the
 * same days of the month before, a whole month with the whole month before. How the range was chosen does not matter:
 * on the 7th 'last seven days' is a range from the first of the month.
 */
export function rangeBefore({ date_from, date_to }: OrderRange): OrderRange {
  if (date_from !== date_to && date_from.endsWith('-01') && date_to.startsWith(date_from.slice(0, 8))) {
    const end = endOfMonthBefore(date_from)
    const isWhole = addDays(date_to, 1).endsWith('-01')
    const day = isWhole || date_to.slice(8) > end.slice(8) ? end.slice(8) : date_to.slice(8)
    return { date_from: `${end.slice(0, 8)}01`, date_to: `${end.slice(0, 8)}${day}` }
  }
  const days = daysBetween(date_from, date_to) + 1
  return { date_from: addDays(date_from, -days), date_to: addDays(date_from, -1) }
}

/** A range as text: `01.11.2026.–21.11.2026.`. */
export const rangeInDigits = ({ date_from, date_to }: OrderRange, locale: Locale) =>
  `${dayInDigits(date_from, locale)}–${dayInDigits(date_to, locale)}`

/** The flags of the daily sums. */
const flagNames = ['ignore_quantity', 'is_active'] as const
export type Flags = Partial<Record<(typeof flagNames)[number], boolean>>

/** The filters of a request, if they are only flags of the daily sums; otherwise undefined. */
export function flagFilters({ filters, show_only_active }: ListRequest): Flags | undefined {
  const flags: Flags = show_only_active ? { is_active: true } : {}
  for (const [name, typed] of Object.entries(filters ?? {})) {
    if (!typed?.trim()) continue
    const flag = flagNames.find((one) => one === name)
    const filterValue = flag && parseFilter('flag', typed)
    if (!filterValue || !('flag' in filterValue)) return
    // contradictory: the query over orders finds nothing
    if (flags[flag] !== undefined && flags[flag] !== filterValue.flag) return
    flags[flag] = filterValue.flag
  }
  return flags
}

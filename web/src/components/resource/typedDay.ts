import { parseFilter } from '@kontor/contract/lib/lists/filter'

const DAY = 86_400_000

/**
 * The day (`2026-11-21`) that somebody means, null when it is none: `21.11.2026`, with slashes too, `2026-11-21`, and
 * without a year the nearest such day to `today`.
 */
export function typedDay(typed: string, today = new Date()): string | null {
  const [, day, month] = /^\s*(\d{1,2})\s*[./]\s*(\d{1,2})\s*[./]?\s*$/.exec(typed) ?? []
  if (day === undefined) return oneDay(typed)
  const near = [-1, 0, 1].flatMap((years) => oneDay(`${day}.${month}.${today.getFullYear() + years}`) ?? [])
  const far = (one: string) => Math.abs(Date.parse(one) - today.getTime())
  return near.sort((one, other) => far(one) - far(other))[0] ?? null
}

/** A whole day, as a filter reads days, with slashes too; what may also mean a month or a year is none. */
export function oneDay(typed: string): string | null {
  const day = parseFilter('day', typed.replaceAll('/', '.'))
  const { from, below } = day && 'range' in day ? day.range : {}
  const isOne = from !== undefined && below !== undefined && Date.parse(below) - Date.parse(from) === DAY
  return isOne ? from : null
}

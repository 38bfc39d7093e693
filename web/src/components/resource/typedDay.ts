import { parseFilter } from '@kontor/contract/lib/lists/filter'
import { daysBetween } from '@kontor/contract/lib/text/locales'

/**
 * Parses a date to `2026-11-21`, null when invalid: `21.11.2026`, slashes, `2026-11-21`, and without a
 * year the date nearest to `today`.
 */
export function typedDay(typed: string, today = new Date()): string | null {
  const [, day, month] = /^\s*(\d{1,2})\s*[./]\s*(\d{1,2})\s*[./]?\s*$/.exec(typed) ?? []
  if (day === undefined) return oneDay(typed)
  const near = [-1, 0, 1].flatMap((years) => oneDay(`${day}.${month}.${today.getFullYear() + years}`) ?? [])
  const far = (one: string) => Math.abs(Date.parse(one) - today.getTime())
  return near.sort((one, other) => far(one) - far(other))[0] ?? null
}

/**
 * Parses a complete date as filters do, slashes included; null for a text that could be a month or a
 * year.
 */
export function oneDay(typed: string): string | null {
  const day = parseFilter('day', typed.replaceAll('/', '.'))
  const { from, below } = day && 'range' in day ? day.range : {}
  const isOne = from !== undefined && below !== undefined && daysBetween(from, below) === 1
  return isOne ? from : null
}

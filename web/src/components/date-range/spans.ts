import { addDays, daysBetween } from '@kontor/contract/lib/text/locales'
import type { DayRange } from './ranges.ts'

/** More parts are too narrow to distinguish. */
const MAX_PARTS = 400

/** Granularity of the parts of a range. */
export type SpanBy = 'day' | 'month' | 'year'

/**
 * The parts of a range for a chart, by the leading characters of a date: days, months or years by the
 * length of the range.
 */
export function spansOf({ from, to }: DayRange): {
  by: SpanBy
  spans: readonly (DayRange & { key: string })[]
} {
  const days = daysBetween(from, to) + 1
  const by = days <= MAX_PARTS ? 'day' : days <= MAX_PARTS * 30 ? 'month' : 'year'
  const spans = []
  for (let first = from; first <= to; ) {
    const last = by === 'day' ? first : lastOf(by, first)
    spans.push({ key: spanKey(by, first), from: first, to: last < to ? last : to })
    first = addDays(last, 1)
  }
  return { by, spans }
}

/** The part that a date belongs to. */
export const spanKey = (by: SpanBy, day: string) => day.slice(0, { day: 10, month: 7, year: 4 }[by])

function lastOf(by: 'month' | 'year', day: string) {
  if (by === 'year') return `${day.slice(0, 4)}-12-31`
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10)
}

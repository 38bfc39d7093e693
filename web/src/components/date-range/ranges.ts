import { parseFilter } from '@kontor/contract/lib/lists/filter'
import { fold } from '@kontor/contract/lib/text/fold'
import { addDays } from '@kontor/contract/lib/text/locales'

/** A date range, both ends included (`2026-11-01`). */
export interface DayRange {
  from: string
  to: string
}

/** Preset ranges in the order in which they are offered. */
export const presets = ['today', 'yesterday', 'week', 'month', 'last_month', 'year'] as const
type Preset = (typeof presets)[number]

/** The range of a preset, relative to `today`. */
export function presetRange(preset: Preset, today: string): DayRange {
  const month = `${today.slice(0, 7)}-01`
  const yesterday = addDays(today, -1)
  const lastOfMonth = addDays(month, -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    week: { from: addDays(today, -6), to: today },
    month: { from: month, to: today },
    last_month: { from: `${lastOfMonth.slice(0, 7)}-01`, to: lastOfMonth },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  }[preset]
}

/** The preset that equals a range, if any. On the first of a month it is the month. */
export const presetOf = ({ from, to }: DayRange, today: string) =>
  (['month', ...presets] as const).find((preset) => {
    const one = presetRange(preset, today)
    return one.from === from && one.to === to
  })

/** The first preset whose name has a word that starts with the typed text, such as `j` for 'Juče'. */
export function presetNamed(typed: string, nameOf: (preset: Preset) => string) {
  const text = fold(typed.trim())
  const matchesName = (name: string) => fold(name).startsWith(text) || fold(name).includes(` ${text}`)
  return text === '' ? undefined : presets.find((preset) => matchesName(nameOf(preset)))
}

/** Whether a text is an existing date from 2000 to 2099, which the server requires. */
const isDay = (text: string) =>
  /^2[01]\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** Why a range is invalid, if it is: in the future, or reversed. */
export function rangeProblem({ from, to }: DayRange, today: string) {
  if (to > today || from > today) return 'future'
  return from > to ? 'order' : undefined
}

/** The server accepts no earlier date. */
const FIRST_DAY = '2000-01-01'

/** The range that a date column's filter means, until today; undefined for none. */
export function filteredRange(filter: string, today: string): DayRange | undefined {
  const parsed = parseFilter('day', filter)
  if (!parsed || !('range' in parsed)) return undefined
  const { from = FIRST_DAY, below } = parsed.range
  const last = below === undefined ? today : addDays(below, -1)
  const range = { from: from < FIRST_DAY ? FIRST_DAY : from, to: last < today ? last : today }
  return rangeProblem(range, today) ? undefined : range
}

/** Whether the whole range can be shown. */
const isRange = (range: DayRange, today: string) =>
  isDay(range.from) && isDay(range.to) && !rangeProblem(range, today)

/** The invalid range of a URL; undefined when there is none. */
export function invalidRange(query: Readonly<Record<string, unknown>>, paramPrefix: string, today: string) {
  const params = [query[`${paramPrefix}from`], query[`${paramPrefix}to`]].filter((day) => day !== undefined)
  return params.length > 0 && !isRange(requestedRange(query, paramPrefix, today), today)
    ? params.join(' – ')
    : undefined
}

/**
 * The range in a URL; this month when it is invalid. Without an end it is until today, without a start it
 * is the month of its end so far, as the server reads it.
 */
export function readRange(
  query: Readonly<Record<string, unknown>>,
  paramPrefix: string,
  today: string,
): DayRange {
  const range = requestedRange(query, paramPrefix, today)
  return isRange(range, today) ? range : presetRange('month', today)
}

function requestedRange(
  query: Readonly<Record<string, unknown>>,
  paramPrefix: string,
  today: string,
): DayRange {
  const to = String(query[`${paramPrefix}to`] ?? today)
  return { from: String(query[`${paramPrefix}from`] ?? `${to.slice(0, 8)}01`), to }
}

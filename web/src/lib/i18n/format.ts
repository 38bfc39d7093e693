import { formatDecimal, formatMoneyOrPercent } from '@kontor/contract/lib/numbers/money-or-percent'
import {
  dayInDigits,
  type Locale,
  locales,
  officeDay,
  officeToday,
  TIME_ZONE,
} from '@kontor/contract/lib/text/locales'

/** Formats values in one language. Decimals are strings throughout, so no digit is lost. */
export interface Format {
  /** Decimal string as euros with 2 or 3 decimals: `89,90 €`. A percentage (`7.5%`) stays one: `7,5%`. */
  euro: (value: string) => string
  /** A sum in euros, rounded to the cent: in a sum, three decimals are easily misread as thousands. */
  sum: (value: string) => string
  /** Decimal string with as many decimals as it has: `1.240,5`. */
  decimal: (value: string) => string
  /** Whole number: `1.284`. */
  integer: (value: number) => string
  /** Timestamp (ISO, UTC) in the time of Podgorica: `21.11.2026. 08:12`. */
  dateTime: (moment: string) => string
  /** Timestamp in lists: `21.11. 08:12` in the current year, `21.11.2025.` in another one. */
  shortDateTime: (moment: string) => string
  /** The time of a timestamp in Podgorica: `08:12`. */
  time: (moment: string) => string
  /** The day of a timestamp in Podgorica, without the year: `21. 11.`. */
  shortDay: (moment: string) => string
  /** Day (`2026-11-26`) with its weekday: `čet, 26. novembar`; with the year when it is not the current one. */
  day: (day: string) => string
  /** Day (`2026-11-26`) in full: `Četvrtak, 26. novembar 2026.`. */
  fullDay: (day: string) => string
  /** Range of days: `1–21. novembar`, `30. oktobar – 21. novembar`; with the years when one is not the current one. */
  days: (from: string, to: string) => string
  /** As `days` in the genitive, for sentences: `1–21. novembra`. */
  ofDays: (from: string, to: string) => string
  /** Day in digits: `21.11.2026.`. */
  date: (day: string) => string
  /** Bytes: `214 KB`, `1,2 MB`. */
  bytes: (size: number) => string
  /** Compares two texts for sorting: č after c, lj after l, numbers by value. */
  compare: (a: string, b: string) => number
}

const formats = new Map<Locale, Format>()

/** The formats of a language; created once, because `Intl` objects are slow to create. */
export function formatOf(locale: Locale): Format {
  const known = formats.get(locale) ?? makeFormat(locale)
  formats.set(locale, known)
  return known
}

function makeFormat(locale: Locale): Format {
  const tag = locales[locale]
  const integers = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 })
  const sizes = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
  const moments = new Intl.DateTimeFormat(tag, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: TIME_ZONE,
    hourCycle: 'h23',
  })
  const shortDays = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric', timeZone: TIME_ZONE })
  const dayParts = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const daysOfYear = new Intl.DateTimeFormat(tag, dayParts)
  const daysOfYears = new Intl.DateTimeFormat(tag, { ...dayParts, year: 'numeric' })
  /** A date; the year is left out when both days are in the current one. */
  const dated = (day: string, other = day) => {
    const isNow = [day, other].every((one) => one.startsWith(thisYear()))
    return (isNow ? daysOfYear : daysOfYears).format(new Date(`${day}T12:00:00Z`))
  }
  const dateTime = (moment: string) => momentText(moments.formatToParts(new Date(moment)), locale)
  const decimal = (value: string) => formatDecimal(value, tag, { min: 0 })
  const days = (from: string, to: string) => {
    if (from === to) return dated(to)
    const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
    return isOneMonth ? `${Number(from.slice(8))}–${dated(to)}` : `${dated(from, to)} – ${dated(to, from)}`
  }
  return {
    euro: (value) => formatMoneyOrPercent(value, locale),
    sum: (value) => formatDecimal(value, tag, { max: 2, euros: true }),
    decimal,
    integer: (value) => integers.format(value),
    dateTime,
    shortDateTime: (moment) => {
      const [date = '', time] = dateTime(moment).split(' ')
      return date.includes(thisYear()) ? `${date.replace(/\/?\d{4}\.?$/, '')} ${time}` : date
    },
    time: (moment) => dateTime(moment).slice(-5),
    shortDay: (moment) => shortDays.format(new Date(moment)),
    day: (day) => `${WEEKDAYS[locale][new Date(day).getUTCDay()]}, ${dated(day)}`,
    // Browsers have the Serbian `ponedeljak`.
    fullDay: (day) =>
      new Date(day)
        .toLocaleDateString(tag, { dateStyle: 'full', timeZone: 'UTC' })
        .replace('deljak', 'djeljak')
        .replace(/^./u, (first) => first.toUpperCase()),
    days,
    ofDays: (from, to) => (locale === 'cnr' ? genitive(days(from, to)) : days(from, to)),
    date: (day) => dayInDigits(day, locale),
    bytes: (size) =>
      size < 1_000_000 ? `${integers.format(Math.ceil(size / 1000))} KB` : `${sizes.format(size / 1e6)} MB`,
    // sr-Latn sorts č ć dž đ lj nj š ž. It is used in English too, because the names are Montenegrin.
    compare: new Intl.Collator('sr-Latn', { numeric: true }).compare,
  }
}

const thisYear = () => officeToday().slice(0, 4)

/** Months in the genitive: `oktobar` becomes `oktobra`, `mart` becomes `marta`. */
const genitive = (text: string) =>
  text.replace(/\p{L}+/gu, (month) => (month.endsWith('bar') ? `${month.slice(0, -2)}ra` : `${month}a`))

// Not from `Intl`: browsers have the Serbian `sre`, and Montenegrin has `sri`.
const WEEKDAYS: Record<Locale, readonly string[]> = {
  cnr: ['ned', 'pon', 'uto', 'sri', 'čet', 'pet', 'sub'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
}

function momentText(parts: Intl.DateTimeFormatPart[], locale: Locale): string {
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${dayInDigits(`${part('year')}-${part('month')}-${part('day')}`, locale)} ${part('hour')}:${part('minute')}`
}

/** The day of a timestamp in Podgorica: `2026-11-21`. */
export const dayOf = (moment: string) => officeDay(moment)

/** A share in whole percents; 100 only when it is reached, and more only when it is exceeded. */
export function percentOf(part: number | string, whole: number | string): number {
  if (!(Number(whole) > 0)) return 0
  const share = (100 * Number(part)) / Number(whole)
  if (share < 100) return Math.min(Math.round(share), 99)
  return share > 100 ? Math.max(Math.round(share), 101) : 100
}

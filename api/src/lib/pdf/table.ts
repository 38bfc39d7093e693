import { tidy } from '@kontor/contract/lib/fields/fields'
import { booleanWords, type SheetKind } from '@kontor/contract/lib/imports/columns'
import { formatDecimal } from '@kontor/contract/lib/numbers/money-or-percent'
import { dayInDigits, type Locale, locales, TIME_ZONE } from '@kontor/contract/lib/text/locales'

/**
 * The content of a printed column: dates are timestamps shown in the product's time zone, or calendar days; pictures
 * are names.
 */
type PdfKind = SheetKind | 'date' | 'picture'

export interface PdfColumn {
  header: string
  kind: PdfKind
}

/**
 * A value as one line of text: `1.234,50`, `da`, `21.11.2026. 08:12`. Decimals are strings with all digits; a value of
 * another kind than its column's is shown unchanged, null as an empty text.
 */
export function cellText(value: unknown, kind: PdfKind, locale: Locale): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return booleanWords[locale][value ? 'yes' : 'no']
  if (kind === 'date' || value instanceof Date) return dateText(value, locale)
  const text = plainText(String(value))
  return kind === 'decimal' ? decimalText(text, locale) : text
}

/** A text on one line, without control characters. */
export const plainText = (text: string): string => tidy(text.replace(/[\s\p{Cc}]+/gu, ' '))

function decimalText(text: string, locale: Locale): string {
  const [, number, percent] = /^(-?\d{1,40}(?:\.\d{1,20})?)(%?)$/.exec(text) ?? []
  if (number === undefined) return text
  return formatDecimal(number, locales[locale], { min: percent ? 0 : 2, max: 20 }) + percent
}

const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
})

function dateText(value: unknown, locale: Locale): string {
  const text = value instanceof Date ? '' : plainText(String(value))
  const moment = value instanceof Date ? value : new Date(text)
  if (Number.isNaN(moment.getTime())) return text
  const plainDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const [date = '', time] = plainDay ? [text] : wallClock.format(moment).split(' ')
  const shown = dayInDigits(date, locale)
  return time ? `${shown} ${time}` : shown
}

/**
 * Breaks a text into lines no wider than `room`, between words if possible, inside a word that is wider than a line.
 * With more than `max` lines the last one ends with an ellipsis. `width` measures a character.
 */
export function breakLines(
  text: string,
  room: number,
  width: (char: string) => number,
  max = Number.POSITIVE_INFINITY,
): string[] {
  const lines: string[] = []
  let rest = text
  while (rest) {
    const end = fitting(rest, room, width)
    if (end === rest.length) return [...lines, rest]
    if (lines.length === max - 1) {
      const cut = rest.slice(0, fitting(rest, room - width('…'), width))
      return [...lines, `${cut.trimEnd()}…`]
    }
    const space = rest.lastIndexOf(' ', end)
    const cut = space > 0 ? space : end
    lines.push(rest.slice(0, cut))
    rest = rest.slice(cut).trimStart()
  }
  return lines
}

/** The number of characters that fit in one line, at least one. */
function fitting(text: string, room: number, width: (char: string) => number): number {
  let used = 0
  let end = 0
  for (const char of text) {
    used += width(char)
    if (used > room + 0.01 && end > 0) return end
    end += char.length
  }
  return end
}

/** The start of a page: a row, or a line within a row that continues from the page before. */
export interface PageStart {
  row: number
  line: number
}

/** A row that is no higher than this part of a page is not split. */
const WHOLE = 1 / 4
/** Minimum lines of a split row on a page. */
const LEAST_LINES = 5

/**
 * The first line of every page, for rows of these heights and lines; there is a first page even without rows. `first`
 * and `other` are the heights available on the pages, `line` the height of a line, `padding` the additional height of a
 * row or its part.
 */
export function pageStarts(
  { heights, lines }: { heights: ArrayLike<number>; lines: ArrayLike<number> },
  { first, other, line, padding }: { first: number; other: number; line: number; padding: number },
): PageStart[] {
  const starts = [{ row: 0, line: 0 }]
  let left = first
  for (let row = 0; row < heights.length; row++) {
    const [height = 0, all = 0] = [heights[row], lines[row]]
    for (let from = 0; from < all; ) {
      const rest = from === 0 ? height : (all - from) * line + padding
      if (rest <= left + 0.01) {
        left -= rest
        break
      }
      const fits = Math.floor((left - padding + 0.01) / line)
      const begun = starts.at(-1)
      if (height > other * WHOLE && fits >= LEAST_LINES) from += fits
      else if (begun?.row === row && begun.line === from) from += Math.max(1, fits) // more room there never is
      left = 0
      if (from >= all) break
      starts.push({ row, line: from })
      left = other
    }
  }
  return starts
}

import { type Locale, locales, TIME_ZONE } from '@kontor/contract/kit/api/locales'
import { tidy } from '@kontor/contract/kit/fields/fields'
import { booleanWords, type SheetKind } from '@kontor/contract/kit/imports/sheet'
import { formatDecimal } from '@kontor/contract/kit/numbers/figure'

/**
 * What a column of a printed table holds; dates are moments, shown in the product's zone, or plain days, pictures the
 * names that they are asked for by.
 */
type PdfKind = SheetKind | 'date' | 'picture'

export interface PdfColumn {
  header: string
  kind: PdfKind
}

/** No cell shows more than its lines can hold on the widest page. */
const MAX_TEXT = 720

/**
 * A value as the table shows it, on one line: `1.234,50`, `da`, `21.11.2026. 08:12`. Decimals are strings and keep
 * every digit; a value that is not of its column's kind is shown as it is, an empty one as nothing.
 */
export function cellText(value: unknown, kind: PdfKind, locale: Locale): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return booleanWords[locale][value ? 'yes' : 'no']
  if (kind === 'date' || value instanceof Date) return dateText(value, locale)
  const text = plainText(String(value))
  return kind === 'decimal' ? decimalText(text, locale) : text
}

/** A text on one line, without control characters and cut to what a cell could ever show. */
export function plainText(text: string): string {
  const line = text.slice(0, 4 * MAX_TEXT).replace(/[\s\p{Cc}]+/gu, ' ')
  return tidy(line).slice(0, MAX_TEXT)
}

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
  const [year, month, day] = date.split('-')
  const shown = locale === 'cnr' ? `${day}.${month}.${year}.` : `${day}/${month}/${year}`
  return time ? `${shown} ${time}` : shown
}

/**
 * Breaks a text into at most `max` lines no wider than `room`, between words where it can, inside a word that is wider
 * than a line; the last line ends with an ellipsis when something is left over. `width` measures a character.
 */
export function breakLines(
  text: string,
  room: number,
  width: (char: string) => number,
  max: number,
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

/** How much of a text fits in one line: at least one character, whatever the room. */
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

/** A column's needs in points: what suits its contents, what it can be pressed to, whether it takes spare room. */
export interface ColumnNeed {
  want: number
  least: number
  grows: boolean
}

/**
 * Widths that fill the room exactly. Spare room goes to the columns that grow; where there is too little, the widest
 * give way down to their least, and below that all of them shrink alike.
 */
export function columnWidths(needs: readonly ColumnNeed[], room: number): number[] {
  const total = (key: 'want' | 'least') => needs.reduce((sum, need) => sum + need[key], 0)
  const [want, least] = [total('want'), total('least')]
  if (least >= room) return needs.map((need) => (need.least * room) / least)
  if (want > room) return leveled(needs, room)
  const growing = needs.some(({ grows }) => grows) ? needs.filter(({ grows }) => grows) : needs
  const grown = growing.reduce((sum, need) => sum + need.want, 0)
  return needs.map((need) => need.want + (growing.includes(need) ? (need.want / grown) * (room - want) : 0))
}

/** The one width up to which every column gets what it wants, found by halving. */
function leveled(needs: readonly ColumnNeed[], room: number): number[] {
  const widthsAt = (level: number) => needs.map(({ want, least }) => Math.max(least, Math.min(want, level)))
  let [low, high] = [0, room]
  for (let i = 0; i < 40; i++) {
    const level = (low + high) / 2
    if (widthsAt(level).reduce((sum, width) => sum + width, 0) > room) high = level
    else low = level
  }
  return widthsAt(low)
}

/** The first row of every page, for rows of these heights; there is a first page even without rows. */
export function pageStarts(heights: ArrayLike<number>, firstRoom: number, otherRoom: number): number[] {
  const starts = [0]
  let left = firstRoom
  for (let i = 0; i < heights.length; i++) {
    const height = heights[i] ?? 0
    if (height > left + 0.01 && i > (starts.at(-1) ?? 0)) {
      starts.push(i)
      left = otherRoom
    }
    left -= height
  }
  return starts
}

/** Widths of a column's widest text and of its widest word, in points at the same type size. */
export interface Extent {
  whole: number
  word: number
}

/** The widths of a text and of its widest word. `width` measures a character. */
export function extentOf(text: string, width: (char: string) => number): Extent {
  const extent = { whole: 0, word: 0 }
  let word = 0
  for (const char of text) {
    const advance = width(char)
    extent.whole += advance
    word = char === ' ' ? 0 : word + advance
    if (word > extent.word) extent.word = word
  }
  return extent
}

/** A column's needs in points: preferred width, minimum width, and whether it takes spare room. */
export interface ColumnNeed {
  want: number
  least: number
  grows: boolean
}

/** A column on a sheet: its index among all columns, and its width. */
interface SheetColumn {
  index: number
  width: number
}

/**
 * Splits columns over as few sheets as their minimum widths allow, of similar width. Every sheet after the first begins
 * with the column of the index `key`; columns before it are only on the first sheet. No column is narrower than its
 * minimum if `key` and any other column fit on one sheet.
 */
export function splitAcrossSheets(needs: readonly ColumnNeed[], room: number, key: number): SheetColumn[][] {
  const widthsAt = (part: number) => pressed(needs).map(({ want, least }) => least + part * (want - least))
  const fewest = sheetsOf(widthsAt(0), room, key).length
  const isFew = (widths: readonly number[], width: number) => sheetsOf(widths, width, key).length === fewest
  // Every column gets its minimum and the same part of the rest: the largest part that needs no more sheets.
  const part = fewest === 1 ? 0 : highest(1, (tried) => isFew(widthsAt(tried), room))
  const widths = widthsAt(part)
  const spared = fewest === 1 ? 0 : highest(room, (tried) => isFew(widths, room - tried))
  return sheetsOf(widths, room - spared, key).map((sheet) => {
    const fitted = columnWidths(
      sheet.flatMap((index) => needs[index] ?? []),
      room,
    )
    return sheet.map((index, i) => ({ index, width: fitted[i] ?? 0 }))
  })
}

/** The columns of every sheet, filled one after the other. */
function sheetsOf(widths: readonly number[], room: number, key: number): number[][] {
  const sheets = [widths.slice(0, key + 1).map((_, index) => index)]
  let left = room - widths.slice(0, key + 1).reduce((sum, width) => sum + width, 0)
  for (let index = key + 1; index < widths.length; index++) {
    const width = widths[index] ?? 0
    const sheet = sheets.at(-1)
    if (sheet && (width <= left + 0.01 || (sheets.length > 1 && sheet.length === 1))) sheet.push(index)
    else {
      sheets.push([key, index])
      left = room - (widths[key] ?? 0)
    }
    left -= width
  }
  return sheets
}

/** The highest value from 0 to `top` that passes, found by bisection; 0 if none does. */
function highest(top: number, passes: (value: number) => boolean): number {
  if (passes(top)) return top
  let low = 0
  let high = top
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * Widths that fill the room exactly. Spare room goes to the columns that grow. Where room is short, the widest columns
 * are cut to one common width, none below its minimum; the minima must fit together. Where the growing columns would
 * get less than twice their minimum, the others get their minimum first.
 */
export function columnWidths(needs: readonly ColumnNeed[], room: number): number[] {
  const sum = (columns: readonly ColumnNeed[]) => columns.reduce((all, { want }) => all + want, 0)
  const bearable = needs.map((need) => ({
    ...need,
    want: need.grows ? Math.min(need.want, 2 * need.least) : need.want,
  }))
  const fitted = sum(bearable) > room ? pressed(needs) : needs
  const spare = room - sum(fitted)
  if (spare < 0) {
    const cut = (level: number) =>
      fitted.map((need) => ({ ...need, want: Math.max(need.least, Math.min(need.want, level)) }))
    return cut(highest(room, (level) => sum(cut(level)) <= room)).map(({ want }) => want)
  }
  const growing = fitted.some(({ grows }) => grows) ? fitted.filter(({ grows }) => grows) : fitted
  return fitted.map((need) => need.want + (growing.includes(need) ? (need.want / sum(growing)) * spare : 0))
}

/** The needs where room is short: columns that do not grow get their minimum. */
const pressed = (needs: readonly ColumnNeed[]) =>
  needs.map((need) => ({ ...need, want: need.grows ? Math.max(need.want, need.least) : need.least }))

/** Widths of a column's widest text and of its widest word, in points at the same size of type. */
export interface Extent {
  whole: number
  word: number
}

/** How wide a text is, and the widest of its words. `width` measures a character. */
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

/** A column's needs in points: what suits its contents, what it can be pressed to, whether it takes spare room. */
export interface ColumnNeed {
  want: number
  least: number
  grows: boolean
}

/** A column on a sheet: its place among all columns, and its width. */
interface SheetColumn {
  index: number
  width: number
}

/**
 * Shares columns out to as few sheets beside one another as their least widths allow, about alike. Every sheet after
 * the first begins with the column of the index `key`; what stands before that one is only on the first. No column
 * gets less than its least, if `key` and any other column find room on one sheet.
 */
export function splitAcrossSheets(
  permission: readonly ColumnNeed[],
  room: number,
  key: number,
): SheetColumn[][] {
  const widthsAt = (part: number) =>
    pressed(permission).map(({ want, least }) => least + part * (want - least))
  const fewest = sheetsOf(widthsAt(0), room, key).length
  const isFew = (widths: readonly number[], width: number) => sheetsOf(widths, width, key).length === fewest
  // The more of what they want columns may count with, the fewer a sheet takes; then the sheets are made alike.
  const part = fewest === 1 ? 0 : highest(1, (tried) => isFew(widthsAt(tried), room))
  const widths = widthsAt(part)
  const spared = fewest === 1 ? 0 : highest(room, (tried) => isFew(widths, room - tried))
  return sheetsOf(widths, room - spared, key).map((sheet) => {
    const fitted = columnWidths(
      sheet.flatMap((index) => permission[index] ?? []),
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

/** The highest value from 0 to `top` that still passes, 0 if no other does, found by halving. */
function highest(top: number, passes: (value: number) => boolean): number {
  if (passes(top)) return top
  let [low, high] = [0, top]
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * Widths that fill the room exactly. Spare room goes to the columns that grow. Where there is too little, the
 * widest give way down to their least, which must find room together; those that do not grow take it at once where
 * the others would come down to less than twice theirs.
 */
export function columnWidths(permission: readonly ColumnNeed[], room: number): number[] {
  const sum = (given: readonly ColumnNeed[]) => given.reduce((all, { want }) => all + want, 0)
  const bearable = permission.map((need) => ({
    ...need,
    want: need.grows ? Math.min(need.want, 2 * need.least) : need.want,
  }))
  const fitted = sum(bearable) > room ? pressed(permission) : permission
  const spare = room - sum(fitted)
  if (spare < 0) {
    const cut = (level: number) =>
      fitted.map((need) => ({ ...need, want: Math.max(need.least, Math.min(need.want, level)) }))
    return cut(highest(room, (level) => sum(cut(level)) <= room)).map(({ want }) => want)
  }
  const growing = fitted.some(({ grows }) => grows) ? fitted.filter(({ grows }) => grows) : fitted
  return fitted.map((need) => need.want + (growing.includes(need) ? (need.want / sum(growing)) * spare : 0))
}

/** The needs where room is short: what does not grow asks for its least. */
const pressed = (permission: readonly ColumnNeed[]) =>
  permission.map((need) => ({ ...need, want: need.grows ? Math.max(need.want, need.least) : need.least }))

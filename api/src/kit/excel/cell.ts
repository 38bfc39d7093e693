import type { CellObject } from '@e965/xlsx'

/**
 * A cell as it left the file: empty, text, number, yes/no or an Excel error. What a number's format says is already
 * in the text: 0.05 shown as a percentage is `'5%'`, a date `'20.11.2026.'`, a code in the format 00000 `'00042'`.
 */
export type Cell = null | string | number | boolean | { error: string }

/** Excel's own limit for the text of a cell; a longer one is kept one character longer, to be told apart. */
export const MAX_CELL_TEXT = 32_767

const ERRORS: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

/** The part of SheetJS that understands number formats. */
interface Formats {
  is_date(format: string): boolean
  parse_date_code(
    serial: number,
    options: { date1904: boolean },
  ): { y: number; m: number; d: number; H: number; M: number } | null
}

/** Converts the cells of one workbook; formats are understood once each. */
export function cellReader(formats: Formats, date1904: boolean): (cell: CellObject) => Cell {
  const known = new Map<string, 'plain' | 'percent' | 'date' | 'padded'>()
  const meaningOf = (format: string) => {
    const meaning = known.get(format) ?? meaningOfFormat(format, formats)
    known.set(format, meaning)
    return meaning
  }
  return ({ t: type, v: value, z: format }) => {
    if (type === 'e') return { error: ERRORS[Number(value)] ?? '#N/A' }
    if (typeof value === 'boolean') return value
    if (typeof value === 'string') return value.trim() === '' ? null : value.slice(0, MAX_CELL_TEXT + 1)
    if (typeof value !== 'number') return null
    if (!Number.isFinite(value)) return { error: '#NUM!' }
    const text = String(format ?? '')
    const meaning = meaningOf(text)
    if (meaning === 'percent') return `${shownNumber(value * 100)}%`
    if (meaning === 'date') return shownDate(formats.parse_date_code(value, { date1904 })) ?? value
    return meaning === 'padded' ? shownNumber(value).padStart(text.length, '0') : value
  }
}

/** A number without the noise of binary fractions: 15 significant digits, as Excel shows it. */
export const shownNumber = (number: number) => String(Number(number.toPrecision(15)))

function meaningOfFormat(format: string, formats: Formats) {
  const codes = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (codes.includes('%')) return 'percent'
  if (/^0{2,}$/.test(format)) return 'padded'
  return formats.is_date(format) ? 'date' : 'plain'
}

function shownDate(date: ReturnType<Formats['parse_date_code']>): string | undefined {
  if (!date) return undefined
  const two = (n: number) => String(n).padStart(2, '0')
  const time = date.H || date.M ? ` ${two(date.H)}:${two(date.M)}` : ''
  return `${two(date.d)}.${two(date.m)}.${date.y}.${time}`
}

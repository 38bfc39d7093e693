// Parses values in the XML of spreadsheets.
import type { Cell } from './workbook.ts'

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A finite decimal number; otherwise NaN, also for `0x10` and the empty text, which Number() accepts. */
export function numberOf(text: string): number {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : Number.NaN
}

/** Serial number in days of `2026-12-01` or `2026-12-01T10:00:00.000`, in Excel's usual system; NaN for anything else. */
export function excelSerial(text: string): number {
  // V8 misreads fractions of a second with many digits.
  const short = text.replace(/(\.\d{3})\d+/, '$1')
  const [, day, time = 'T00:00'] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?Z?$/.exec(short) ?? []
  return Date.parse(`${day}${time}Z`) / 86_400_000 + 25_569
}

/** `1` and `true` are true in spreadsheets, everything else is not. */
export const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'

export const booleanCell = (value: boolean): Omit<Cell, 'column'> => ({
  kind: 'boolean',
  value,
  shown: value ? 'TRUE' : 'FALSE',
  percent: false,
})

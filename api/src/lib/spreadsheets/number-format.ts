import type { Cell } from './workbook.ts'

/** A number format: formats a number, and recognises dates. */
export interface NumberFormat {
  isDate: boolean
  read(value: number): Omit<Cell, 'column'>
}

interface Part {
  text: string
  digit: boolean
}

interface Section {
  /** Literals without quotes, and digit placeholders, from the point to the left. */
  whole: Part[]
  /** Those from the end to the point. */
  rest: Part[]
  /** Decimals. */
  places: number
  /** Excel's percent sign shows hundredths; a quoted one is a literal. */
  percent: 'of hundredths' | 'written' | undefined
  unit: string | undefined
  date: boolean
  /** Shows hours, minutes or seconds, and no day. */
  time: boolean
  /** General, a fraction, an exponent, scaling by commas, a condition: shown as a plain number. */
  plain: boolean
  /** Depends on a condition such as `[<100]`, which is not evaluated. */
  conditional: boolean
}

/** The built-in formats, which files reference by number only. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  4: '0.00',
  9: '0%',
  10: '0.00%',
  39: '0.00',
  40: '0.00',
  46: '[h]:mm:ss',
}
const isDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
export const builtInFormat = (id: number): string => BUILT_IN[id] ?? (isDate(id) ? 'dd.mm.yyyy' : 'General')

/** Quoted text, an escaped character, a gap, a fill, brackets, a placeholder or any other character. */
const TOKEN = /"([^"]*)"?|\\([\s\S]?)|(_)[\s\S]?|\*[\s\S]?|\[([^\]]*)\]?|([0#?.])|([\s\S])/g
/** Excel's limit for the length of a format, and more placeholders than a number has digits. */
const MAX_CODE = 255
const MAX_DIGITS = 30
/** From here on a number has more digits than Excel stores. */
const MAX_SHOWN = 1e15

/** Parses a format such as `#,##0.00 "KM"`. */
export function numberFormat(code: string, date1904 = false): NumberFormat {
  const sections = code.length > MAX_CODE ? [] : splitSections(code).map(readSection)
  const [, unit] = /\[(h+|m+|s+)\]/i.exec(code) ?? []
  if (unit) return { isDate: false, read: (value) => durationCell(value, code, unit) }
  if (sections.some((section) => section.date)) {
    const isTime = sections.every((section) => section.time)
    return {
      isDate: true,
      read: (value) => dateCell(value, isTime ? timeFormatter(code) : shownDate, date1904),
    }
  }
  return { isDate: false, read: (value) => numberCell(value, sections) }
}

const dateCell = (value: number, show: typeof shownDate, date1904: boolean): Omit<Cell, 'column'> => ({
  kind: 'date',
  value,
  shown: value < 0 || value >= 2_958_466 ? shownNumber(value) : show(value, date1904),
  percent: false,
})

/** A duration beyond a day, `36:00`: neither a calendar day nor a number. */
function durationCell(value: number, code: string, unit: string): Omit<Cell, 'column'> {
  const seconds = Math.round(Math.abs(value) * 86_400)
  const [h, m, s] = [seconds / 3600, (seconds % 3600) / 60, seconds % 60].map(Math.floor) as [
    number,
    number,
    number,
  ]
  const hasSeconds = /\]?:?ss/i.test(code)
  const parts = /^h/i.test(unit)
    ? [two(h), two(m), ...(hasSeconds ? [two(s)] : [])]
    : /^m/i.test(unit)
      ? [String(h * 60 + m), ...(hasSeconds ? [two(s)] : [])]
      : [String(seconds)]
  const shown = (value < 0 && seconds > 0 ? '-' : '') + parts.join(':')
  return { kind: 'text', value: shown, shown, percent: false }
}

/** A number without the noise of binary fractions: 15 significant digits. */
export const shownNumber = (value: number): string => String(Number(value.toPrecision(15)))

/** Splits at the semicolons outside of quotes, escapes and brackets. */
function splitSections(code: string): string[] {
  const sections = ['']
  for (const [token] of code.matchAll(TOKEN)) {
    if (token === ';') sections.push('')
    else sections.push(`${sections.pop()}${token}`)
  }
  return sections
}

/** Without literals, gaps, fills and brackets: also the tag of a language, `[$-x-systime]`, has letters of a time. */
const withoutLiterals = (code: string) => code.replaceAll(/"[^"]*"?|\\[\s\S]?|[_*][\s\S]?|\[[^\]]*\]?/g, '')

function readSection(code: string): Section {
  const bare = withoutLiterals(code)
  const general = /general/i.test(bare)
  const exponent = /e[+-]/i.test(bare)
  const conditional = /\[[<>=]/.test(code)
  const parts: Part[] = []
  for (const [, quoted, escaped, gap, bracket, digit, other] of code.matchAll(TOKEN)) {
    const currency = bracket?.startsWith('$') ? bracket.slice(1).split('-')[0] : undefined
    const text = quoted ?? escaped ?? (gap && ' ') ?? currency ?? digit ?? other
    if (text && text !== ',') parts.push({ text, digit: digit !== undefined })
  }
  const digits = parts.filter((part) => part.digit)
  const point = digits.findIndex((part) => part.text === '.')
  const unit = unitText(parts)
  const at = parts.findIndex((part) => part.digit && part.text === '.')
  return {
    whole: parts.slice(0, at < 0 ? undefined : at).toReversed(),
    rest: at < 0 ? [] : parts.slice(at + 1).toReversed(),
    places: point < 0 ? 0 : digits.length - point - 1,
    percent: bare.includes('%') ? 'of hundredths' : unit === '%' ? 'written' : undefined,
    unit: unit.replace('%', '').trim() || undefined,
    date: !general && !exponent && /[ymdhsgeb]/i.test(bare),
    time: /[hs]/i.test(bare) && !/[ydgeb]/i.test(bare),
    plain:
      general ||
      exponent ||
      digits.length === 0 ||
      digits.length > MAX_DIGITS ||
      /[@/]|,[^0#?]*$/.test(bare) ||
      conditional,
    conditional,
  }
}

/** The unit next to the digits, without signs and brackets; between digits everything but blanks counts. */
function unitText(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.digit ? '\0' : part.text)).join('')
  const marked = text.replace(/general|e[+-]/gi, '\0').replaceAll(/[@/?]/g, '')
  const first = marked.indexOf('\0')
  const last = marked.lastIndexOf('\0')
  if (first < 0) return ''
  const outside = (literal: string) => literal.replaceAll(/^[-+()\s]+|[-+()\s]+$/g, '')
  const inside = marked.slice(first, last).replaceAll(/[\0\s]/g, '')
  return outside(marked.slice(0, first)) + inside + outside(marked.slice(last + 1))
}

function numberCell(value: number, sections: readonly Section[]): Omit<Cell, 'column'> {
  const second = value < 0 ? sections[1] : undefined
  const section = second ?? (value === 0 ? sections[2] : undefined) ?? sections[0]
  const percent = section?.percent ?? sections.find((one) => section?.plain && one.percent)?.percent
  const meant = percent === 'of hundredths' ? Number((value * 100).toPrecision(15)) : value
  const cell: Omit<Cell, 'column'> = {
    kind: 'number',
    value: meant,
    shown: shownWith(section, meant, second !== undefined) ?? shownNumber(meant) + (percent ? '%' : ''),
    percent: percent !== undefined,
  }
  const unit = sections.some(({ conditional }) => conditional) ? unitOfAny(sections) : section?.unit
  if (unit) cell.unit = unit
  return cell
}

/** The unit where the applicable section is unknown: the units of all sections, joined. */
const unitOfAny = (sections: readonly Section[]) =>
  [...new Set(sections.flatMap(({ unit }) => unit ?? []))].join(' / ')

/** Undefined where the number is shown in full instead. */
function shownWith(section: Section | undefined, value: number, signed: boolean): string | undefined {
  if (!section || section.plain || Math.abs(value) >= MAX_SHOWN) return undefined
  const digits = rounded(Math.abs(value), section.places)
  const shown = fill(section, digits)
  if (!/\d/.test(shown)) return undefined
  return value < 0 && !signed && /[1-9]/.test(digits) ? `-${shown}` : shown
}

/** Fills the digits of a number into the placeholders, from the point to both sides. */
function fill({ whole, rest }: Section, rounded: string): string {
  const [before = '', after = ''] = rounded.split('.')
  const first = whole.findLastIndex((part) => part.digit)
  let digits = before === '0' ? '' : before
  let left = first < 0 ? digits : ''
  for (const [i, { text, digit }] of whole.entries()) {
    const zero = text === '0' ? '0' : ''
    const placeDigits = i === first ? digits : digits.slice(-1)
    left = (digit ? placeDigits || zero : text) + left
    if (digit) digits = digits.slice(0, -1)
  }
  // Trailing zero decimals are shown only for the placeholder 0.
  let right = ''
  let place = after.length
  for (const { text, digit } of rest) {
    const decimal = digit ? (after[--place] ?? '0') : text
    right = (digit && decimal === '0' && text !== '0' && !/\d/.test(right) ? '' : decimal) + right
  }
  return `${left}${/^\D*$/.test(right) ? '' : '.'}${right}`.replaceAll(/\s+/g, ' ').trim()
}

/** A number with few digits: it needs no rounding. */
const SHORT = /^(\d{1,10})(?:\.(\d{1,4}))?$/

/** Rounds half up in decimal, as Excel does: 1.005 to 1.01. Digits after the 15th are zeros. */
function rounded(value: number, decimals: number): string {
  const [, whole, fraction = ''] = SHORT.exec(String(value)) ?? []
  if (whole && fraction.length <= decimals)
    return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`
  const [digits = '', exponent = ''] = value.toExponential(14).split('e')
  const known = Math.max(0, Math.min(decimals, 14 - Number(exponent)))
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + known}`))
  const text = String(shifted).padStart(known + 1, '0') + '0'.repeat(decimals - known)
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** Days from the first one of Excel's usual system to that of the 1904 system. */
export const DAYS_UNTIL_1904 = 1462

/** `20.11.2026.`, with its time if any, or the time alone; includes Excel's 29 February 1900. */
function shownDate(serial: number, date1904: boolean): string {
  const minutes = Math.round(serial * 1440)
  const days = Math.floor(minutes / 1440) + (date1904 ? DAYS_UNTIL_1904 : 0)
  if (days === 0) return timeOf(serial)
  const date = new Date((days - (days < 60 ? 25_568 : 25_569)) * 86_400_000)
  const month = two(date.getUTCMonth() + 1)
  const year = date.getUTCFullYear()
  const day = days === 60 ? '29.02.1900.' : `${two(date.getUTCDate())}.${month}.${year}.`
  return minutes % 1440 === 0 ? day : `${day} ${timeOf(serial)}`
}

/** Shows times alone as their format does: with seconds, and hours, only where it has them. */
function timeFormatter(code: string) {
  const letters = withoutLiterals(code)
  if (!/s/i.test(letters)) return timeOf
  return (serial: number) => {
    const seconds = Math.round(serial * 86_400) % 86_400
    const parts = [...(/h/i.test(letters) ? [seconds / 3600] : []), (seconds % 3600) / 60, seconds % 60]
    return parts.map((part) => two(Math.floor(part))).join(':')
  }
}

/** The time of day of a serial number, `06:00`. */
function timeOf(serial: number): string {
  const minutes = Math.round(serial * 1440) % 1440
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const two = (number: number) => String(number).padStart(2, '0')

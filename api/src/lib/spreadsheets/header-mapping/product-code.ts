// Codes of records. Excel converts them to numbers and dates, and people write them in several ways.
import { isPrintable, tidy } from '@kontor/contract/lib/fields/fields'
import type { Cell } from '../workbook.ts'

const DAMAGED = { reason: 'excel.damaged_code' }
/** From here on Excel does not store every digit of a number. */
export const EXACT = 1e15
/** A number as Excel displays it when it has many digits, `1.23457E+12`; `8E0698151` is a code. */
export const SCIENTIFIC = /^[+-]?\d+([.,]\d+)?e[+-]\d+$/i

/** The code in a cell, in its number format if it has one, or the reason why it is invalid. */
export function codeOf(cell: Cell): { value: string } | { reason: string } {
  if (cell.kind === 'date' || cell.kind === 'boolean') return DAMAGED
  if (typeof cell.value === 'number') {
    const isCode = Number.isInteger(cell.value) && cell.value > 0 && cell.value < EXACT && !cell.percent
    return isCode ? { value: cell.shown.trim() } : DAMAGED
  }
  const text = String(cell.value)
  return isPrintable(text) ? { value: tidy(text) } : { reason: 'validation.characters' }
}

// Excel's month abbreviations, in English and Montenegrin; codes write them in capitals.
const MONTH = '([Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]a[yj]|[Jj]u[nl]|[Aa][uv]g|[Ss]ep|[Oo][ck]t|[Nn]ov|[Dd]e[ct])'

/** What no code has, whoever wrote it. */
const WRONG = [
  /^#(ref!|n\/a|name\?|value!|div\/0!|null!|num!|#+)/i,
  /[\r\n\t\u00ad\u200b-\u200f\u2028\u2029\u2060\ufeff\ufffd]/,
]

/** What Excel makes of codes. */
const SPOILT = [
  new RegExp(`^\\d{1,2}[-. /]${MONTH}([-. /](\\d\\d){1,2})?\\.?$`), // 5-Jan, 05.jan
  new RegExp(`^${MONTH}[-. /](\\d\\d){1,2}\\.?$`), // Jan-26
  /^\d{1,2}([./])\d{1,2}\1\d{4}\.?$/, // 05.01.2026
  SCIENTIFIC,
  /^(true|false)$/i,
  /^-?0$/,
  /^-\d+$/,
  /^['’]/,
]

/** Whether a text is no code, or looks like one that Excel has converted. It may still be a known code. */
export const looksMangled = (code: string) =>
  isMangledByProgram(code) || SPOILT.some((mark) => mark.test(code))

/** Whether a text from a program, which Excel has not converted, is no code; see {@link looksMangled}. */
export const isMangledByProgram = (code: string) => isErrorWord(code) || WRONG.some((mark) => mark.test(code))

/**
 * Error values as text: Excel's `#N/A` and `#REF!`, also in other languages, as a formula or cut short, and
 * LibreOffice's `Err:502`.
 */
const ERROR_WORD = new RegExp(
  `^=?(#(${[
    '[¡¿]?\\p{Lu}[\\p{Lu}_]*(/(0|\\p{Lu}))?[!?]',
    '\\p{Lu}/\\p{Lu}+( N/A)?',
    'n/a',
    'NIJE DOST\\.?',
    'REF|VALUE|NAME|NUM|NULL|DIV/0|NV|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|GETTING_DATA',
    '#+',
  ].join('|')})|Err:\\d{3})$`,
  'u',
)

/** Whether a value is an error value as text. */
export const isErrorWord = (value: unknown) => typeof value === 'string' && ERROR_WORD.test(value)

// Full-width characters of ASCII.
const WIDE = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0xff01 + i)).join('')
const ASCII = Array.from(WIDE, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).join('')

// Pairs of replacements: Cyrillic and Greek letters that look like Latin ones, other Cyrillic letters by sound, small
// non-ASCII letters, and dashes; then the blanks.
const PAIRS = [
  ['АВЕЅЈКМНОРСТХІУ', 'ABESJKMHOPCTXIY'],
  ['авеѕјкмнорстхіу', 'ABESJKMHOPCTXIY'],
  ['БГДЂЖЗИЛПЋФЦЧШ', 'BGDĐŽZILPĆFCČŠ'],
  ['бгдђжзилпћфцчш', 'BGDĐŽZILPĆFCČŠ'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αβεζηικμνορτυχ', 'ABEZHIKMNOPTYX'],
  [WIDE, ASCII.toUpperCase()],
  ['čćđšž', 'ČĆĐŠŽ'],
  ['‐‑–—−', '-----'],
] as const
/** The ASCII blanks: besides the case, all that {@link codeForm} changes of an ASCII code. */
export const plainBlanks = ' \t\n\r'
const BLANKS = `${plainBlanks}\u00a0\u2007\u2009\u202f`

/**
 * The characters that {@link codeForm} replaces, and their replacements; those without a replacement are removed, as in
 * PostgreSQL's translate().
 */
export const codeLetters = {
  from: PAIRS.map(([from]) => from).join('') + BLANKS,
  to: PAIRS.map(([, to]) => to).join(''),
} as const
const REPLACED = new RegExp(`[${codeLetters.from}]`, 'g')

/**
 * The form in which codes are compared to find duplicates: without case, blanks, the script of look-alike letters and,
 * of digits alone, leading zeros, which Excel drops, and empty decimals, which it adds.
 */
export const codeForm = (code: string) =>
  code
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(REPLACED, (char) => codeLetters.to[codeLetters.from.indexOf(char)] ?? '')
    .replace(NUMBER, '$1')

/**
 * The {@link codeForm} of a code from a program, which has written empty decimals on purpose: `100` and `100.00` are two
 * codes.
 */
export const codeFormOfProgram = (code: string) =>
  codeForm(code) + (/^\+?\d+([.,]0{1,2})$/.exec(code)?.[1] ?? '')

/** Digits without their leading zeros and one or two empty decimals; three zeros may be a group of digits. */
const NUMBER = /^\+?0*(\d+?)(?:[.,]0{1,2})?$/
/** More digits are no number of Excel. */
const MAX_DIGITS = 60

/** The digits of a text that Excel may have turned into a number: without a plus, leading zeros and empty decimals. */
export const digitsIn = (text: string) => (text.length <= MAX_DIGITS ? NUMBER.exec(text)?.[1] : undefined)

/** A plus or zeros before digits, which Excel drops. */
const LEADING = /^(\+|0\d)/

/** A number whose thousands are set apart, as a sheet shows it. */
const GROUPED = /^\d{1,3}(\s\d{3})+$/

/** Whether one of the texts in a cell is one of the stored texts after Excel has read it as a number. */
export function isLikeExcelNumber(typed: string, stored: string) {
  if (typed === stored) return false
  const had = partsOf(stored)
  const numbers = had.map((part) => digitsIn(LEADING.test(part) ? part.replace(/\s/g, '') : part))
  return partsOf(typed).some((part) => {
    const plain = GROUPED.test(part) ? part.replace(/\s/g, '') : part
    const digits = LEADING.test(part) || had.includes(part) ? undefined : digitsIn(plain)
    return digits !== undefined && numbers.includes(digits)
  })
}

const partsOf = (text: string) => text.split(';').map((part) => part.trim())

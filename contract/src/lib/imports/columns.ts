import * as z from 'zod/mini'
import type { Option } from '../lists/list.ts'
import { foldedWords } from '../text/fold.ts'
import type { Locale } from '../text/locales.ts'

/** What a file may hold at most: bytes, rows besides the header, and columns. */
export const sheetLimits = { bytes: 25 * 1024 * 1024, rows: 100_000, columns: 200 }

/** What the name of a file may end with, in lower case. */
export const sheetExtensions: readonly string[] = ['.xlsx', '.xlsm', '.xls', '.csv', '.tsv']

/** Whether a file is called like one that an import takes. */
export const isSheetName = (name: string): boolean =>
  sheetExtensions.some((extension) => name.toLowerCase().endsWith(extension))

/** What the cells of a column hold. */
export type SheetKind = 'text' | 'decimal' | 'integer' | 'boolean' | 'day'

/** One column of an Excel layout, the same for import, export and preview. */
export interface SheetColumn {
  /** The header that an export writes; an import takes either language's. */
  header: Record<Locale, string>
  /** Further headers that an import takes. */
  also?: readonly string[]
  kind: SheetKind
  /** Text that is one of a few values: written and read as the word of one, in either language. */
  options?: readonly Option[]
  /** The column that names a record: a sheet without it is refused, others may be left out and mean 'leave as it is'. */
  required?: boolean
  /** Every record has it: an empty cell is wrong in the row of a new one, and never empties what is there. */
  filled?: boolean
  /** Text of exactly so many digits: a number that is shorter has lost leading zeros to Excel, and gets them back. */
  digits?: number
  /** Decimals only: `5%` is a value of its own, read and written as `'5%'`; `only` where every value is a percentage, kept without its sign. */
  percent?: boolean | 'only'
  /** Decimals only: how many are kept (3), of what are no euros. */
  scale?: number
  /** The field's rule, applied to a cell's value unless it is empty; its message keys are the reasons given. */
  check?: z.ZodMiniType
  /** A record, told by its name, or by its number where names are not its own; both are read where it has one. */
  refers?: 'name' | 'number'
  /** Width in characters; by kind when absent. */
  width?: number
}

/** An Excel layout: its columns by field, in the order in which they are written. */
export type SheetColumns = Readonly<Record<string, SheetColumn>>

/**
 * A cell's value by its column's kind; decimals are canonical strings (`'1234.5'`, `'5%'`), days are `'2026-11-21'`, an
 * empty cell is null.
 */
export type SheetValue<C extends SheetColumn> =
  | {
      text: string
      decimal: string
      integer: number
      boolean: boolean
      day: string
    }[C['kind']]
  | null

/** The words for yes and no: the first of each pair is written, all are read. */
export const booleanWords = {
  cnr: { yes: 'da', no: 'ne' },
  en: { yes: 'yes', no: 'no' },
} as const satisfies Record<Locale, { yes: string; no: string }>

/** One wrong cell, as the preview names it: `D7`, `Cijena`, what stood there and the message key of the reason. */
export const sheetProblem = z.object({
  /** Excel's row number, from 1. */
  row: z.int(),
  /** Excel's column letter. */
  column: z.string(),
  key: z.string(),
  /** The header as it stands in the file. */
  header: z.string(),
  raw: z.string(),
  reason: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type SheetProblem = z.infer<typeof sheetProblem>

/**
 * Declares a layout. Throws at once when two columns accept the same header, so that a sheet can never be read two
 * ways.
 */
export function sheet<const C extends SheetColumns>(columns: C): C {
  sheetHeaders(columns)
  return columns
}

/** The field of a layout that names a record. */
export const keyOf = (columns: SheetColumns) =>
  Object.keys(columns).find((field) => columns[field]?.required) ?? ''

/** The fields of a layout by folded header: compare with {@link foldHeader}. */
export function sheetHeaders(columns: SheetColumns): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [key, { header, also = [] }] of Object.entries(columns)) {
    for (const text of new Set([...Object.values(header), ...also].map(foldHeader))) {
      if (keys.has(text))
        throw new Error(`two columns accept the header '${text}': ${keys.get(text)} and ${key}`)
      keys.set(text, key)
    }
  }
  return keys
}

const UNITS = new Set(['eur', 'euro', 'euri', 'eura', 'kom', 'komad', 'komada', 'pcs'])
/** What makes a header another one: `Cijena (KM)` is no price in euros, `Bonus %` no amount. */
const NOT_OURS = /[%$£]|\b(km|bam|rsd|din|dinara|kn|hrk|usd|chf|gbp|all)\b/i
const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g

/**
 * A header as it is compared: without case, diacritics, script, blanks, punctuation, what stands in brackets, euros and
 * pieces. Another currency and a percent sign stay.
 */
export function foldHeader(text: string): string {
  const bare = text.replace(BRACKETS, (bracket) => (NOT_OURS.test(bracket) ? bracket : ' '))
  const words = (of: string) => foldedWords(of.replace(/[^\p{L}\p{M}\p{N}%$£]+/gu, ' '))
  return (
    words(bare)
      .filter((word) => !UNITS.has(word))
      .join('') || words(text).join('')
  ).slice(0, 100)
}

/** Excel's name of a column: 0 is `A`, 26 is `AA`. */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26)
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (index % 26))
}

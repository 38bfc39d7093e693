import * as z from 'zod/mini'
import type { Option } from '../lists/list.ts'
import { foldedWords } from '../text/fold.ts'
import type { Locale, LocalizedText } from '../text/locales.ts'

/** Limits of a file: bytes, rows besides the header, and columns. */
export const sheetLimits = { bytes: 25 * 1024 * 1024, rows: 100_000, columns: 200 }

/** Accepted file extensions, in lower case. */
export const sheetExtensions: readonly string[] = ['.xlsx', '.xlsm', '.xls', '.csv', '.tsv']

/** Whether a file name has an accepted extension. */
export const isSheetName = (name: string): boolean =>
  sheetExtensions.some((extension) => name.toLowerCase().endsWith(extension))

/** The type of a column's cells. */
export type SheetKind = 'text' | 'decimal' | 'integer' | 'boolean' | 'day'

/** One column of an Excel layout, the same for import, export and preview. */
export interface SheetColumn {
  /** The header in an export; an import accepts both languages. */
  header: LocalizedText
  /** Further headers that an import accepts. */
  also?: readonly string[]
  kind: SheetKind
  /** A text with few possible values, written and read as a label in either language. */
  options?: readonly Option[]
  /** The key column: a sheet without it is rejected; other columns may be missing and mean 'unchanged'. */
  required?: boolean
  /** Every record has a value: an empty cell is an error in the row of a new record, and never clears a value. */
  filled?: boolean
  /** Text of exactly this many digits: Excel drops leading zeros of numbers, which are restored. */
  digits?: number
  /**
   * Decimals only: `5%` is a distinct value, read and written as `'5%'`; `only` where every value is a percentage,
   * stored without its sign.
   */
  percent?: boolean | 'only'
  /** Decimals only: stored decimals (3), of values that are not euros. */
  scale?: number
  /** The field's rule, applied to non-empty cells; its message keys are the reasons of problems. */
  check?: z.ZodMiniType
  /**
   * A reference, written as the record's name, or as its number where names are not unique; both are read where it has
   * a number.
   */
  refers?: 'name' | 'number'
  /** Width in characters; by type when absent. */
  width?: number
}

/** An Excel layout: its columns by field, in order. */
export type SheetColumns = Readonly<Record<string, SheetColumn>>

/**
 * A cell's value by its column's type; decimals are canonical strings (`'1234.5'`, `'5%'`), days are `'2026-11-21'`, an
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

/** The options of a flag's filter whose values are yes and no. */
export const booleanOptions: readonly Option[] = [
  { value: 'true', label: { cnr: 'Da', en: 'Yes' } },
  { value: 'false', label: { cnr: 'Ne', en: 'No' } },
]

/** A wrong cell in the preview: `D7`, `Cijena`, its text and the message key of the reason. */
export const sheetProblem = z.object({
  /** Excel's row number, from 1. */
  row: z.int(),
  /** Excel's column letter. */
  column: z.string(),
  key: z.string(),
  /** The header in the file. */
  header: z.string(),
  raw: z.string(),
  reason: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type SheetProblem = z.infer<typeof sheetProblem>

/** Declares a layout. Throws when two columns accept the same header. */
export function sheet<const C extends SheetColumns>(columns: C): C {
  sheetHeaders(columns)
  return columns
}

/** The key field of a layout. */
export const keyFieldOf = (columns: SheetColumns) =>
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
/** Units that make a header a different one: `Cijena (KM)` is no price in euros, `Bonus %` no amount. */
const NOT_OURS = /[%$£]|\b(km|bam|rsd|din|dinara|kn|hrk|usd|chf|gbp|all)\b/i
const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g

/**
 * A header in the form that is compared: without case, diacritics, script, blanks, punctuation, brackets with their
 * content, euros and pieces. Other currencies and percent signs are kept.
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

/** Excel's letters of a column: 0 is `A`, 26 is `AA`. */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26)
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (index % 26))
}

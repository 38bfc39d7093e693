import type { LocalizedText } from '../text/locales.ts'

/** Properties of every kind of field. */
interface Common {
  /** Its label on screen, in files and in the history. */
  label: LocalizedText
  /** Required in a form. Optional fields are null when empty, flags false, money-or-percent 0. */
  required?: true
  /** Older records may lack the value. */
  mayLack?: true
  /** It is no column of the list. */
  unlisted?: true
  /** Its column is hidden by default. */
  optional?: true
  /** Written by its own routes: rows, lists and the history have it, forms and sheets do not. */
  readOnly?: true
  /** Covered by the list's search. */
  searched?: true
  /** A hint under the field in the form. */
  help?: LocalizedText
  /** Its column in a sheet: further accepted headers, width in characters, and whether it is the key. */
  sheet?: { also?: readonly string[]; width?: number; names?: true }
}

/** A unique constraint of the field alone (`true`), or together with other fields. */
type Unique = true | readonly string[]

/** A line of text with at least `min` visible and at most `max` (255) characters; `lines` allows several lines. */
export interface TextField extends Common {
  kind: 'text'
  min?: number
  max?: number
  lines?: true
  /** A code of another program: its blanks are kept, those of other texts are single. */
  code?: true
  /** Exact number of characters. */
  exactly?: number
  like?: TextLike
  unique?: Unique
  /**
   * Compared without blanks, see `foldCompact`: `PG CG 418` equals `PGCG418`. Its migration calls add_compact_column().
   */
  compact?: true
  /** Message key when it is too short. */
  short?: `validation.${string}`
  /** Message key when it does not have `exactly` so many characters or is not `like` the pattern. */
  wrong?: `validation.${string}`
  /** Message key when another record has it; by default 'A record with this name already exists.' */
  taken?: `validation.${string}`
}
/** The pattern of a text: digits, an e-mail address, a phone number, or a text that does not begin with a digit. */
type TextLike = 'digits' | 'email' | 'phone' | 'no_digit_first'
/** One of a few labelled values. */
export interface ChoiceField extends Common {
  kind: 'choice'
  options: readonly { value: string; label: LocalizedText }[]
}
/** Yes or no, with labels of its own where 'da' and 'ne' are not clear. */
export interface FlagField extends Common {
  kind: 'flag'
  words?: { yes: LocalizedText; no: LocalizedText }
}
/** A calendar day: `2026-11-21`; not before the day in the field `notBefore`. */
interface DayField extends Common {
  kind: 'day'
  notBefore?: string
}
/** Euros: an exact decimal string with at most 3 decimals, at least `min` (0), or greater than `above`. */
export interface MoneyField extends Common {
  kind: 'money'
  min?: number
  above?: number
  /** Message key when it is out of range. */
  message?: `validation.${string}`
}
/** An exact decimal string within bounds of its own, both inclusive: degrees, weights. */
export interface DecimalField extends Common {
  kind: 'decimal'
  min: number
  max: number
  /** Digits before the point. */
  digits: number
  /** Digits after the point. */
  scale: number
  /** Message key when it is out of bounds. */
  message?: `validation.${string}`
}
/** A percentage: an exact decimal string from 0 to 100 with at most 3 decimals. */
interface PercentField extends Common {
  kind: 'percent'
}
/**
 * An amount in euros, or a percentage when it is typed with its sign (`5%`). Its name is in camel case, as in the
 * documents; see {@link tableName} for the column.
 */
interface MoneyOrPercentField extends Common {
  kind: 'moneyOrPercent'
}
/** An integer from `min` (0) to `max`; not above the number in the field `notAbove`. */
export interface CountField extends Common {
  kind: 'count'
  min?: number
  max?: number
  notAbove?: string
  message?: `validation.${string}`
}
/**
 * A record of another resource, by its id: `partner_id` refers to `partners`. Rows have it as `partner` (`{id, name}`)
 * besides the id.
 */
export interface ReferenceField extends Common {
  kind: 'reference'
  to: string
  /** Its records are known by their numbers: sheets write the number, because names are not unique, and read both. */
  numbered?: true
  /** Message key when the referenced record is inactive. */
  inactive?: `validation.${string}`
}

/** A field of a record: the source of its rules, lists, forms, files and history. */
export type Field =
  | TextField
  | ChoiceField
  | FlagField
  | DayField
  | MoneyField
  | DecimalField
  | PercentField
  | MoneyOrPercentField
  | CountField
  | ReferenceField

/** The fields of a record by name, in the order of forms, lists and files. A reference's name ends with `_id`. */
export type Fields = Readonly<Record<string, Field>>

/** The name of a record, as nearly every resource has it; `unique` may be added. */
export const nameField = {
  kind: 'text',
  label: { cnr: 'Naziv', en: 'Name' },
  required: true,
  min: 2,
  short: 'validation.name',
  searched: true,
} as const
/** The name of a person, or of something that has no number: it does not begin with a digit. */
export const wordField = { ...nameField, like: 'no_digit_first' } as const
/** A remark of several lines. */
export const noteField = {
  kind: 'text',
  label: { cnr: 'Napomena', en: 'Note' },
  max: 2000,
  lines: true,
  unlisted: true,
} as const

/** The fields of forms and sheets. */
export const labelledFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { readOnly }]) => !readOnly))

/** The name of a field in rows and lists: `partner_id` is shown as `partner`. */
export type ShownName<F extends Fields, K extends keyof F & string> = F[K] extends { kind: 'reference' }
  ? K extends `${infer Shown}_id`
    ? Shown
    : K
  : K

/** The runtime counterpart of {@link ShownName}. */
export const shownName = (name: string, { kind }: Field) =>
  kind === 'reference' ? name.replace(/_id$/, '') : name

/**
 * The column of a field: money-or-percent columns are in snake case (`debit_limit`), with a flag for percentages
 * (`debit_limit_percent`).
 */
export type TableName<F extends Fields, K extends keyof F & string> = F[K] extends { kind: 'moneyOrPercent' }
  ? Snake<K>
  : K
type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S

/** The runtime counterpart of {@link TableName}. */
export const tableName = (name: string, { kind }: Field) =>
  kind === 'moneyOrPercent' ? name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`) : name

/** Whether every record has a value. */
export const isFilled = ({ kind, required, mayLack }: Field) =>
  kind === 'flag' || kind === 'moneyOrPercent' || (required === true && !mayLack)

import type { Locale } from '../text/locales.ts'

/** A name in both languages. */
type Label = Readonly<Record<Locale, string>>

/** What every field may say of itself, whatever its kind. */
interface Common {
  /** Its name on screen, in files and in the history. */
  label: Label
  /**
   * Must be filled in a form. Optional ones are null when they are empty; a flag is always one or the other, a figure 0.
   */
  required?: true
  /** Records from before it was required may lack it. */
  mayLack?: true
  /** No column of the list shows it. */
  unlisted?: true
  /** Written by routes of its own: rows, lists and the history show it, forms and sheets do not have it. */
  readOnly?: true
  /** The list's search looks into it. */
  searched?: true
  /** A line under the field in the form. */
  help?: Label
  /** Of its column in a sheet: further headers that an import takes, characters of its width, and whether it names the record. */
  sheet?: { also?: readonly string[]; width?: number; names?: true }
}

/** What no two records may have in common: the field alone (`true`), or together with other fields. */
type Unique = true | readonly string[]

/** A line of text; `min` visible characters, at most `max` (255) of all; `lines` when it may have several. */
export interface TextField extends Common {
  kind: 'text'
  min?: number
  max?: number
  lines?: true
  /** Has exactly so many characters. */
  exactly?: number
  like?: TextLike
  unique?: Unique
  /** Blanks tell nothing apart, see `foldCompact`: `PG CG 418` is `PGCG418`. Its migration calls add_compact_column(). */
  compact?: true
  /** Message key when it is too short. */
  short?: `validation.${string}`
  /** Message key when it has not `exactly` so many characters, or is not `like` that. */
  wrong?: `validation.${string}`
  /** Message key when another record has it; 'This name exists already' when absent. */
  taken?: `validation.${string}`
}
/** What a text must look like: digits alone, an address of e-mail, a telephone number, or anything that begins with no digit. */
type TextLike = 'digits' | 'email' | 'phone' | 'no_digit_first'
/** One of a few values, each with its word. */
export interface ChoiceField extends Common {
  kind: 'choice'
  options: readonly { value: string; label: Label }[]
}
/** Yes or no, with words of its own where 'da' and 'ne' do not say it. */
export interface FlagField extends Common {
  kind: 'flag'
  words?: { yes: Label; no: Label }
}
/** A day of the calendar: `2026-11-21`; not before the day in the field `notBefore`. */
interface DayField extends Common {
  kind: 'day'
  notBefore?: string
}
/** Euros: an exact decimal string with at most 3 decimals, at least `min` (0), or more than `above`. */
export interface MoneyField extends Common {
  kind: 'money'
  min?: number
  above?: number
  /** Message key when it is out of bounds. */
  message?: `validation.${string}`
}
/** An exact decimal string within bounds of its own, both inclusive: degrees, weights. */
export interface DecimalField extends Common {
  kind: 'decimal'
  min: number
  max: number
  /** Digits before and after the point. */
  digits: number
  scale: number
  /** Message key when it is out of bounds. */
  message?: `validation.${string}`
}
/** A percentage: an exact decimal string from 0 to 100 with at most 3 decimals. */
interface PercentField extends Common {
  kind: 'percent'
}
/**
 * A figure of the books: euros, or a percentage when it is typed with its sign (`5%`). Its name is in camel case, as the
 * documents have it on the wire; see {@link tableName} for the table.
 */
interface FigureField extends Common {
  kind: 'moneyOrPercent'
}
/** A whole number, from `min` (0) to `max`; not above the number in the field `notAbove`. */
export interface CountField extends Common {
  kind: 'count'
  min?: number
  max?: number
  notAbove?: string
  message?: `validation.${string}`
}
/**
 * A record of another resource, by its id: `partner_id` refers to `partners`. Rows hold it as `partner` (`{id, name}`)
 * beside the id.
 */
export interface ReferenceField extends Common {
  kind: 'reference'
  to: string
  /** People call its records by their numbers: sheets tell them so, for their names are not their own, and read both. */
  numbered?: true
  /** Message key when the record that it names is inactive. */
  inactive?: `validation.${string}`
}

/** One field of a record, declared once: rules, lists, forms, files and the history are made from it. */
export type Field =
  | TextField
  | ChoiceField
  | FlagField
  | DayField
  | MoneyField
  | DecimalField
  | PercentField
  | FigureField
  | CountField
  | ReferenceField

/** The fields of a record by name, in the order of forms, lists and files. A reference's name ends with `_id`. */
export type Fields = Readonly<Record<string, Field>>

/** The name of a record, as nearly every resource has it; alone or with others it may be unique as well. */
export const nameField = {
  kind: 'text',
  label: { cnr: 'Naziv', en: 'Name' },
  required: true,
  min: 2,
  short: 'validation.name',
  searched: true,
} as const
/** The same of a person, and of what is no thing to be numbered: it begins with no digit. */
export const wordField = { ...nameField, like: 'no_digit_first' } as const
/** A remark of several lines. */
export const noteField = {
  kind: 'text',
  label: { cnr: 'Napomena', en: 'Note' },
  max: 2000,
  lines: true,
  unlisted: true,
} as const

/** The fields that forms and sheets say. */
export const labelledFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { readOnly }]) => !readOnly))

/** Under what name a row and a list hold what people read of a field: `partner_id` as `partner`. */
export type ShownName<F extends Fields, K extends keyof F & string> = F[K] extends { kind: 'reference' }
  ? K extends `${infer Shown}_id`
    ? Shown
    : K
  : K

/** The same while it runs. */
export const shownName = (name: string, { kind }: Field) =>
  kind === 'reference' ? name.replace(/_id$/, '') : name

/**
 * What a table calls a field: figures are in snake case there (`debit_limit`), with a flag beside them that tells whether
 * they are percentages (`debit_limit_percent`).
 */
export type TableName<F extends Fields, K extends keyof F & string> = F[K] extends { kind: 'moneyOrPercent' }
  ? Snake<K>
  : K
type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S

/** The same while it runs. */
export const tableName = (name: string, { kind }: Field) =>
  kind === 'moneyOrPercent' ? name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`) : name

/** Whether every record has a value of the field. */
export const isFilled = ({ kind, required, mayLack }: Field) =>
  kind === 'flag' || kind === 'moneyOrPercent' || (required === true && !mayLack)

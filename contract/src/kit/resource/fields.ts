import type { Locale } from '../api/locales.ts'

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
  unique?: Unique
  /** Message key when it is too short. */
  short?: `validation.${string}`
  /** Message key when another record has it; 'This name exists already' when absent. */
  taken?: `validation.${string}`
}
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
/** A day of the calendar: `2026-11-21`. */
interface DayField extends Common {
  kind: 'day'
}
/** Euros: an exact decimal string with at most 3 decimals, at least `min` (0), or more than `above`. */
export interface MoneyField extends Common {
  kind: 'money'
  min?: number
  above?: number
  /** Message key when it is out of bounds. */
  message?: `validation.${string}`
}
/**
 * A figure of the books: euros, or a percentage when it is typed with its sign (`5%`). Its name is in camel case, as the
 * documents have it on the wire; see {@link tableName} for the table.
 */
interface FigureField extends Common {
  kind: 'figure'
}
/** A whole number, from `min` (0) to `max`. */
export interface CountField extends Common {
  kind: 'count'
  min?: number
  max?: number
  message?: `validation.${string}`
}
/**
 * A record of another resource, by its id: `partner_id` refers to `partners`. Rows hold it as `partner` (`{id, name}`)
 * beside the id.
 */
export interface ReferenceField extends Common {
  kind: 'reference'
  to: string
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
  | FigureField
  | CountField
  | ReferenceField

/** The fields of a record by name, in the order of forms, lists and files. A reference's name ends with `_id`. */
export type Fields = Readonly<Record<string, Field>>

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
export type TableName<F extends Fields, K extends keyof F & string> = F[K] extends { kind: 'figure' }
  ? Snake<K>
  : K
type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S

/** The same while it runs. */
export const tableName = (name: string, { kind }: Field) =>
  kind === 'figure' ? name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`) : name

/** Whether every record has a value of the field. */
export const isFilled = ({ kind, required, mayLack }: Field) =>
  kind === 'flag' || kind === 'figure' || (required === true && !mayLack)

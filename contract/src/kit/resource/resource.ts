// resource: a plain resource said once as data: its fields, its words and what it refers to. Also entered at fields.ts
// (the kinds of fields), values.ts (the types of their values), icons.ts, and at what is made of a declaration: routes.ts
// (its calls), columns.ts (its list), rules.ts (the rules of its form), sheet.ts (its Excel layout).
import type { Locale } from '../api/locales.ts'
import type { Right } from '../api/rights.ts'
import type { Fields, ShownName } from './fields.ts'
import type { IconName } from './icons.ts'

/** What people call a resource and its records in one language. */
export interface Words {
  /** The screen and its menu entry: 'Države'. */
  title: string
  /** One record: 'Država'. */
  one: string
  add: string
  new: string
  edit: string
  /** `{count}` of them by the language's plural rules: `{ one: '# država', few: '# države', other: '# država' }`. */
  many: { one: string; few?: string; other: string }
  /** What deactivating one of them means. */
  hint: string
  empty: string
  empty_hint: string
  active: string
  inactive: string
  /** What the home tile counts: `{ one: 'aktivna država', … }`; without it there is no tile. */
  counted?: { one: string; few?: string; other: string }
}

/**
 * A plain resource: records with a name of their own, that are listed, added, edited and deactivated, and nothing else.
 * One such declaration is all that is written of it beside its migration and its tests; what differs is said where it
 * differs (`api/src/features/<name>/routes.ts`, `web/src/features/<name>/`). It holds data alone, so that the menu can
 * know every resource without the rules of its form.
 */
export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  P extends string | undefined = string | undefined,
> {
  /** Its noun in the plural: the table, the address of its screen and calls, its rights, its folder. */
  name: N
  words: Readonly<Record<Locale, Words>>
  icon: IconName
  fields: F
  /** Whether lists and files begin with the record's number. */
  numbered?: boolean
  /** Column that lists begin sorted by. */
  sort: { by: string; desc: boolean }
  /**
   * The reference whose records own these: `GET /api/cities/:id` answers the cities of that country, where the documents
   * ask for it, instead of one city.
   */
  parent?: P
  /** What else lets somebody pick from the active ones: to change what refers to them. */
  pickedFor?: readonly Right[]
}

/** What the columns that show fields are called. */
export type FieldColumn<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { unlisted: true } ? never : ShownName<F, K>
}[keyof F & string]

/** What the columns of a list of such records are called. */
export type ColumnName<F extends Fields> = FieldColumn<F> | 'id' | 'is_active'

/** Declares a plain resource and keeps the exact types of its fields. */
export const resource = <
  const N extends string,
  const F extends Fields,
  const P extends (keyof F & string) | undefined = undefined,
>(
  definition: Resource<N, F, P> & { sort: { by: ColumnName<F> } },
): Resource<N, F, P> => definition

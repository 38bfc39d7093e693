// A plain resource said once as data: its fields, its words and what it refers to.

import type { Permission } from '../http/permissions.ts'
import type { Locale } from '../text/locales.ts'
import type { Fields, ShownName } from './fields.ts'
import type { IconName } from './icons.ts'
import { type Labels, labelsOf, type Noun } from './labels.ts'

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
  L extends true | undefined = true | undefined,
> {
  /** Its noun in the plural: the table, the address of its screen and calls, its rights, its folder. */
  name: N
  labels: Readonly<Record<Locale, Labels>>
  icon: IconName
  /** The group of the menu and of the rights that it is in, where that is not 'Evidencije'. */
  group?: 'reference'
  fields: F
  /** The text field that names a record where that is not `name`; what others refer to has a `name`. */
  names?: string
  /** Whether lists and files begin with the record's number. */
  numbered?: boolean
  /** Column that lists begin sorted by. */
  sort: { by: string; desc: boolean }
  /**
   * The reference whose records own these: `GET /api/cities/:id` answers the cities of that country, where the documents
   * ask for it, instead of one city.
   */
  parent?: P
  /** There may be thousands: the server pages the list (`POST /api/contacts/index`). */
  large?: L
  /** What else lets somebody pick from the active ones: to change what refers to them. */
  pickedFor?: readonly Permission[]
}

/** What the columns that show fields are called. */
export type FieldColumn<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { unlisted: true } ? never : ShownName<F, K>
}[keyof F & string]

/** What the columns of a list of such records are called. */
export type ColumnName<F extends Fields> = FieldColumn<F> | 'id' | 'is_active'

/** A resource as it is written: its noun stands for its words. */
type Declared<
  N extends string,
  F extends Fields,
  P extends string | undefined,
  L extends true | undefined,
> = Omit<Resource<N, F, P, L>, 'labels' | 'sort' | 'names'> & {
  noun: Noun
  names?: keyof F & string
  /** By its name, where nothing else is said. */
  sort?: { by: ColumnName<F>; desc: boolean }
}

/** Declares a generated resource with the exact types of its fields. */
export function resource<
  const N extends string,
  const F extends Fields,
  const P extends (keyof F & string) | undefined = undefined,
  const L extends true | undefined = undefined,
>({ noun, sort, ...declaration }: Declared<N, F, P, L>): Resource<N, F, P, L> {
  return {
    ...declaration,
    labels: labelsOf(noun),
    sort: sort ?? { by: declaration.names ?? 'name', desc: false },
  }
}

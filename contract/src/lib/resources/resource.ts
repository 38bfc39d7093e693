// Declaration of generated resources.
import type { Permission } from '../http/permissions.ts'
import type { Gender } from '../lists/list.ts'
import type { Locale } from '../text/locales.ts'
import type { Fields, ShownName } from './fields.ts'
import { type Labels, labelsOf, type Noun } from './labels.ts'

/**
 * A generated resource: records with a name that are listed, added, edited and deactivated. The declaration, a
 * migration and tests are all of its code; further routes are in `api/src/features/<name>/routes.ts`, other parts of its
 * screen in `web/src/features/<name>/`. It is data without schemas, so that the menu can load every resource without the
 * rules of its form.
 */
export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  P extends string | undefined = string | undefined,
  L extends true | undefined = true | undefined,
> {
  /** Its noun in the plural: the table, the path of its screen and routes, its permission area, its folder. */
  name: N
  labels: Readonly<Record<Locale, Labels>>
  /** The gender of its Montenegrin noun. */
  gender: Gender
  icon: IconName
  /** Its group in the menu and in the table of permissions, when it is not 'Evidencije'. */
  group?: 'reference'
  fields: F
  /** The text field with a record's name when it is not `name`; resources that others refer to have a `name`. */
  names?: string
  /** Whether lists and files begin with the record's number. */
  numbered?: boolean
  /** Default sorting of lists. */
  sort: { by: string; desc: boolean }
  /**
   * The reference to the parent: `GET /api/cities/:id` returns the cities of that country, where the documents specify
   * that, instead of one city.
   */
  parent?: P
  /** It may have thousands of records: the server pages the list (`POST /api/contacts/index`). */
  large?: L
  /** Further permissions that allow picking from the active records: to change records that refer to them. */
  pickedFor?: readonly Permission[]
}

/** The names of list columns. */
export type FieldColumn<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { unlisted: true } ? never : ShownName<F, K>
}[keyof F & string]

/** The names of all columns of a list of such records. */
export type ColumnName<F extends Fields> = FieldColumn<F> | 'id' | 'is_active'

/** A resource as declared: its noun instead of its labels. */
type Declared<
  N extends string,
  F extends Fields,
  P extends string | undefined,
  L extends true | undefined,
> = Omit<Resource<N, F, P, L>, 'labels' | 'gender' | 'sort' | 'names'> & {
  noun: Noun
  names?: keyof F & string
  /** By name when absent. */
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
    gender: noun.cnr.gender,
    sort: sort ?? { by: declaration.names ?? 'name', desc: false },
  }
}

/** The icons of generated resources in menus and tiles. */
export type IconName =
  | 'box'
  | 'building'
  | 'calendar'
  | 'coin'
  | 'document'
  | 'flag'
  | 'list'
  | 'map-pin'
  | 'people'
  | 'percent'
  | 'ruler'
  | 'tag'
  | 'tags'
  | 'truck'
  | 'world'

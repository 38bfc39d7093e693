import type { Field, Fields, TextField } from '@kontor/contract/lib/resources/fields'
import { shownName } from '@kontor/contract/lib/resources/fields'
import { orderOf } from '@kontor/contract/lib/resources/order'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import type { StoredValue } from '@kontor/contract/lib/resources/values'
import type { Generated } from 'kysely'
import { type Constraint, registerConstraints } from '../database/constraints.ts'
import type { RecordTableColumns, Schema } from '../database/schema.ts'
import type { FieldsTable } from './field-columns.ts'

/** Kysely's type of a resource's table: a column per field, and a folded column for every text. */
type TableOf<F extends Fields> = RecordTableColumns &
  FieldsTable<F> & {
    [K in keyof F & string as F[K]['kind'] extends 'text' ? `${K}_folded` : never]: Generated<
      StoredValue<F[K]>
    >
  }

/** The tables of some resources by name. */
export type TablesOf<R extends Record<string, Resource>> = { [N in keyof R]: TableOf<R[N]['fields']> }

/** The table of a resource, which has the resource's name. */
export const tableOf = ({ name }: Resource) => name as keyof Schema // every resource is in the schema

/**
 * Registers the errors of the constraints of a table with declared fields, by the names in its migration:
 * `cities_name_taken`, `cities_country_missing`, `cities_country_inactive`, `cities_in_use`, `contracts_date_to_order`.
 */
export function registerTableErrors(name: keyof Schema, fields: Fields) {
  const ofFields = Object.entries(fields).flatMap(([field, declared]) => meanings(name, field, declared))
  registerConstraints(
    Object.fromEntries<Constraint>([[`${name}_in_use`, { code: 'validation.in_use' }], ...ofFields]),
  )
}

function meanings(name: keyof Schema, field: string, declared: Field): (readonly [string, Constraint])[] {
  const order = orderOf(declared)
  if (order) return [[`${name}_${field}_order`, { field, key: order.key }]]
  if (declared.kind === 'reference') {
    const reference = `${name}_${shownName(field, declared)}`
    return [
      [`${reference}_missing`, { field, key: 'validation.not_found' }],
      [`${reference}_inactive`, { field, key: declared.inactive ?? 'validation.inactive' }],
      [`${declared.to}_in_use`, { code: 'validation.in_use' }], // referenced by this resource, possibly also by others
    ]
  }
  if (declared.kind !== 'text' || !declared.unique) return []
  const unique = { table: name, columns: uniqueColumns(field, declared) }
  return [[`${name}_${field}_taken`, { field, key: declared.taken ?? 'validation.unique_name', unique }]]
}

/** The columns of a field's unique constraint in its order: the scope, then its folded column. */
const uniqueColumns = (field: string, { unique }: TextField) => [
  ...(Array.isArray(unique) ? (unique as string[]) : []),
  `${field}_folded`,
]

import type { RecordRef } from '../lists/list.ts'
import type { ChoiceField, Field, Fields, ReferenceField, ShownName } from './fields.ts'
import type { Resource } from './resource.ts'

/** The value of a required field in a row. */
type Value<F extends Field> = F extends ChoiceField
  ? F['options'][number]['value']
  : F['kind'] extends 'flag'
    ? boolean
    : F['kind'] extends 'count' | 'reference'
      ? number
      : string

/** The value of a field in a row: null when it is empty. */
export type StoredValue<F extends Field> = F extends { kind: 'flag' | 'moneyOrPercent' }
  ? Value<F>
  : F extends { required: true; mayLack?: never }
    ? Value<F>
    : Value<F> | null

/** The stored value of a field that a form has sent. */
export type SentValue<F extends Field> = F extends { required: true } ? Value<F> : StoredValue<F>

/** The input of a required field: numbers also as text. */
export type InputValue<F extends Field> = F['kind'] extends
  | 'money'
  | 'decimal'
  | 'percent'
  | 'moneyOrPercent'
  | 'count'
  ? string | number
  : Value<F>

/** The values of a row's fields, and the record of each reference. */
export type Values<F extends Fields> = { [K in keyof F & string]: StoredValue<F[K]> } & {
  [K in keyof F & string as F[K] extends ReferenceField ? ShownName<F, K> : never]:
    | RecordRef
    | (null extends StoredValue<F[K]> ? null : never)
}

/** A record of a resource in its list: `RecordOf<typeof countries>`. */
export type RecordOf<R> =
  R extends Resource<string, infer F>
    ? { id: number; is_active: boolean; version: number; updated_at: string } & Values<F>
    : never

import type { ChoiceField, Field, Fields, ReferenceField, ShownName } from './fields.ts'
import type { Resource } from './resource.ts'

/** What a row holds of a field that is filled. */
type Value<F extends Field> = F extends ChoiceField
  ? F['options'][number]['value']
  : F['kind'] extends 'flag'
    ? boolean
    : F['kind'] extends 'count' | 'reference'
      ? number
      : string

/** What a row holds of a field: null when it is empty. */
export type StoredValue<F extends Field> = F extends { kind: 'flag' | 'moneyOrPercent' }
  ? Value<F>
  : F extends { required: true; mayLack?: never }
    ? Value<F>
    : Value<F> | null

/** The stored value of a field that a form has sent. */
export type SentValue<F extends Field> = F extends { required: true } ? Value<F> : StoredValue<F>

/** What a form may send of a field that is filled: numbers also as they were typed. */
export type InputValue<F extends Field> = F['kind'] extends
  | 'money'
  | 'decimal'
  | 'percent'
  | 'moneyOrPercent'
  | 'count'
  ? string | number
  : Value<F>

/** A record as another one shows it that refers to it. */
interface Choice {
  id: number
  name: string
}

/** What a row holds of each field, and of each reference the record as well. */
export type Values<F extends Fields> = { [K in keyof F & string]: StoredValue<F[K]> } & {
  [K in keyof F & string as F[K] extends ReferenceField ? ShownName<F, K> : never]:
    | Choice
    | (null extends StoredValue<F[K]> ? null : never)
}

/** A record of a resource, as its list shows it: `RecordOf<typeof countries>`. */
export type RecordOf<R> =
  R extends Resource<string, infer F>
    ? { id: number; is_active: boolean; version: number; updated_at: string } & Values<F>
    : never

import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import {
  type Field,
  type Fields,
  shownName,
  type TableName,
  tableName,
} from '@kontor/contract/lib/resources/fields'
import type { FieldColumn } from '@kontor/contract/lib/resources/resource'
import type { SentValue, StoredValue, Values } from '@kontor/contract/lib/resources/values'
import { type AliasedRawBuilder, type Generated, type Kysely, type RawBuilder, sql } from 'kysely'
import type { RecordColumns, Schema } from '../database/schema.ts'
import { type ColumnSource, column, type RowQuery } from '../lists/source.ts'
import { recordRefOrNull } from './record-refs.ts'

type MoneyOrPercentKeys<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { kind: 'moneyOrPercent' } ? TableName<F, K> : never
}[keyof F & string]
type MoneyOrPercentInputKeys<F extends Fields> = Exclude<keyof F & string, Others<F>>
type Others<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { kind: 'moneyOrPercent' } ? never : K
}[keyof F & string]

/**
 * Kysely's types of the columns of fields: a money-or-percent field has two, its number and whether it is a percentage.
 */
export type FieldsTable<F extends Fields> = { [K in Others<F>]: StoredValue<F[K]> } & {
  [K in MoneyOrPercentKeys<F>]: Generated<string>
} & { [K in MoneyOrPercentKeys<F> as `${K}_percent`]: Generated<boolean> }

const entriesOf = (fields: Fields) => Object.entries<Field>(fields)

/** SQL: whether a money-or-percent value is a percentage. */
const isPercent = (name: string, field: Field) => `${tableName(name, field)}_percent`

/** SQL: a money-or-percent value as the API returns it: `1234.500`, or `5%`. */
export function moneyOrPercentSql(columnName: string) {
  const number = sql.ref(columnName)
  return sql<string>`CASE WHEN ${sql.ref(`${columnName}_percent`)} THEN trim_scale(${number})::text || '%'
    ELSE ${number}::text END`
}

/** Narrows fields to some of them, for users without permission for the others. */
// requests for the others are rejected before a query is built
export const narrowTo = <F extends Fields>(some: Partial<F>) => some as F

/** The SQL of the list columns of fields; `folded` names those with a folded column in the table. */
export const columnSources = <const F extends Fields>(
  table: string,
  fields: F,
  folded: readonly (keyof F & string)[] = [],
) =>
  Object.fromEntries(
    entriesOf(fields).map(([name, field]): [string, ColumnSource] => {
      const shown = shownName(name, field)
      if (field.kind === 'reference') return [shown, column(shown, 'name', 'name_folded')]
      const tableColumn = column(
        table,
        tableName(name, field),
        folded.includes(name) ? `${name}_folded` : undefined,
      )
      if (field.kind === 'moneyOrPercent')
        return [name, { ...tableColumn, exported: moneyOrPercentSql(`${table}.${tableName(name, field)}`) }]
      return [name, field.kind === 'text' && field.compact ? { ...tableColumn, compact: true } : tableColumn]
    }),
  ) as Record<FieldColumn<F>, ColumnSource> // under the names of the list's columns

/** Each value under its own name. */
type Selected<V> = { [K in keyof V & string]: AliasedRawBuilder<V[K], K> }[keyof V & string]

/** The selected values of fields; referenced records are joined by {@link joined}. */
export const selectedColumns = <const F extends Fields>(table: string, fields: F) =>
  entriesOf(fields).flatMap(([name, field]) => {
    if (field.kind === 'moneyOrPercent')
      return [moneyOrPercentSql(`${table}.${tableName(name, field)}`).as(name)]
    const columnSql = sql.ref(`${table}.${name}`).as(name)
    const shown = shownName(name, field)
    return field.kind === 'reference' ? [columnSql, recordRefOrNull(shown).as(shown)] : [columnSql]
  }) as unknown as Selected<Values<F>>[] // by kind, as the contract declares it

/** Selects the records of a table with the values of fields and their referenced records. */
export const selectRecords = <const F extends Fields>(db: Kysely<Schema>, table: keyof Schema, fields: F) =>
  joined(db.selectFrom(table) as RowQuery<object>, table, fields)
    .select(['id', 'is_active', 'version', 'updated_at'].map((baseColumn) => `${table}.${baseColumn}`))
    .select(selectedColumns(table, fields)) as unknown as RowQuery<RecordColumns & Values<F>> // as selected

/** The tables that fields refer to; lists read them as well. */
export const referredTables = (fields: Fields) => [
  ...new Set(
    // a table's name
    entriesOf(fields).flatMap(([, field]) => (field.kind === 'reference' ? [field.to as keyof Schema] : [])),
  ),
]

/** Joins the tables that fields refer to, each under the alias of its field, so that a table may be joined twice. */
export const joined = <Row>(query: RowQuery<Row>, table: string, fields: Fields): RowQuery<Row> =>
  entriesOf(fields).reduce((joining, [name, field]) => {
    if (field.kind !== 'reference') return joining
    const shown = shownName(name, field)
    return joining.leftJoin(`${field.to} as ${shown}`, `${shown}.id`, `${table}.${name}`)
  }, query)

/** The input of fields that are not money-or-percent: nullable ones may be omitted. */
type OtherInputs<F extends Fields> = {
  [K in Others<F> as null extends SentValue<F[K]> ? never : K]: SentValue<F[K]>
} & { [K in Others<F> as null extends SentValue<F[K]> ? K : never]?: SentValue<F[K]> }

/** The values of the table's columns. */
type Written<F extends Fields> = OtherInputs<F> & { [K in MoneyOrPercentKeys<F>]?: string } & {
  [K in MoneyOrPercentKeys<F> as `${K}_percent`]?: boolean
}

/** The column values of a form's input; unknown properties are dropped, and omitted fields are not written. */
export const inputColumns = <const F extends Fields>(
  fields: F,
  input: Readonly<OtherInputs<F>> & { readonly [K in MoneyOrPercentInputKeys<F>]?: string | undefined },
) => columnsWith(fields, (name) => input[name as keyof typeof input]) as Written<F> // money-or-percent as two columns

/** The columns of the fields that have a value. */
export const columnsWith = (fields: Fields, getValue: (name: string, field: Field) => unknown) =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, field]): [string, unknown][] => {
      const value = getValue(name, field)
      if (value === undefined) return []
      if (field.kind !== 'moneyOrPercent') return [[name, value]]
      const moneyOrPercent = moneyOrPercentOf(String(value))
      return [
        [tableName(name, field), moneyOrPercent.value],
        [isPercent(name, field), moneyOrPercent.percent],
      ]
    }),
  )

/** The SQL types of the columns. */
export const typesOf = (fields: Fields): ReadonlyMap<string, string> =>
  new Map(
    entriesOf(fields).flatMap(([name, field]): [string, string][] => {
      const columnType: [string, string] = [tableName(name, field), types[field.kind]]
      return field.kind === 'moneyOrPercent'
        ? [columnType, [isPercent(name, field), 'boolean']]
        : [columnType]
    }),
  )

const types: Record<Field['kind'], string> = {
  text: 'text',
  choice: 'text',
  flag: 'boolean',
  day: 'date',
  money: 'numeric',
  decimal: 'numeric',
  percent: 'numeric',
  moneyOrPercent: 'numeric',
  count: 'int',
  reference: 'int',
}

/** SQL: a field's value in the form of a sheet: 89.900 in the table is `89.9`; of a reference the id. */
export function storedValueOf(name: string, field: Field): RawBuilder<unknown> {
  const columnSql = sql.ref(tableName(name, field))
  if (types[field.kind] === 'numeric' && field.kind !== 'moneyOrPercent')
    return sql`trim_scale(${columnSql})::text`
  if (field.kind !== 'moneyOrPercent') return columnSql
  return sql`trim_scale(${columnSql})::text || CASE WHEN ${sql.ref(isPercent(name, field))} THEN '%' ELSE '' END`
}

import { listOf } from '@kontor/contract/lib/resources/columns'
import {
  type Field,
  type Fields,
  isFilled,
  type ReferenceField,
  shownName,
} from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import type { RecordOf } from '@kontor/contract/lib/resources/values'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { type ColumnSource, column, type ListSource, listSource, type RowQuery } from '../lists/source.ts'
import { tableOf } from './table.ts'

const made = new WeakMap<object, object>()

/** The list source of a resource: its table, joined with the referenced records. */
export function sourceOf<R extends Resource>(resource: R): ListSource<RecordOf<R>> {
  const source = made.get(resource) ?? makeSource(resource)
  made.set(resource, source)
  return source as ListSource<RecordOf<R>> // its rows have the same fields
}

function makeSource(resource: Resource) {
  const { name, fields } = resource
  const referred = referencesOf(fields).map(({ to }) => to as keyof Schema) // a table's name, as `tableOf`
  return listSource({
    definition: listOf(resource),
    id: sql.ref<number>(`${name}.id`),
    columns: {
      id: column(name, 'id'),
      ...Object.fromEntries(
        Object.entries(fields).map(([field, declared]) => [
          shownName(field, declared),
          columnOf(name, field, declared),
        ]),
      ),
      is_active: column(name, 'is_active'),
    },
    tables: [tableOf(resource), ...new Set(referred)],
    rows: (db) => rowsOf(db, resource),
  })
}

/** The list source restricted to one parent. */
export function sourceWithin(resource: Resource, parent: number): ListSource<RecordOf<Resource>> {
  const source = sourceOf(resource)
  const parentColumn = sql.ref(`${resource.name}.${resource.parent}`)
  return listSource({ ...source, rows: (db) => source.rows(db).where(parentColumn, '=', parent) })
}

function columnOf(table: string, field: string, declared: Field): ColumnSource {
  if (declared.kind === 'reference') return column(shownName(field, declared), 'name', 'name_folded')
  if (declared.kind === 'moneyOrPercent') return { ...column(table, field), shown: shownFigure(table, field) }
  if (declared.kind !== 'text') return column(table, field)
  return { ...column(table, field, `${field}_folded`), compact: declared.compact === true }
}

/** SQL: a money-or-percent value as the API returns it: `1234.500`, or `5%`. */
const shownFigure = (table: string, field: string) => {
  const number = sql.ref(`${table}.${field}`)
  return sql<string>`CASE WHEN ${sql.ref(`${table}.${field}_percent`)}
    THEN trim_scale(${number})::text || '%' ELSE ${number}::text END`
}

interface Reference extends ReferenceField {
  field: string
  /** The alias of the joined table. */
  shown: string
}

const referencesOf = (fields: Fields): Reference[] =>
  Object.entries(fields).flatMap(([field, declared]) =>
    declared.kind === 'reference' ? [{ ...declared, field, shown: shownName(field, declared) }] : [],
  )

// biome-ignore lint/suspicious/noExplicitAny: a query over a table that only the declaration names
type AnyTables = any

function rowsOf(db: Kysely<Schema>, { name, fields }: Resource): RowQuery<RecordOf<Resource>> {
  const baseColumns = ['id', 'is_active', 'version', 'updated_at'].map((key) => `${name}.${key}`)
  const plain = Object.entries(fields).filter(([, { kind }]) => kind !== 'moneyOrPercent')
  const figures = Object.entries(fields).filter(([, { kind }]) => kind === 'moneyOrPercent')
  let query: RowQuery<AnyTables> = (db as Kysely<AnyTables>)
    .selectFrom(name)
    .select([...baseColumns, ...plain.map(([field]) => `${name}.${field}`)])
    .select(figures.map(([field]) => shownFigure(name, field).as(field)))
  for (const reference of referencesOf(fields)) query = withReferred(query, name, reference)
  return query
}

/** Joins the record that a field refers to, under the name that the row uses: `{id, name}`, or null. */
function withReferred(query: RowQuery<AnyTables>, table: string, { field, shown, ...declared }: Reference) {
  const record = sql`json_build_object('id', ${sql.ref(`${shown}.id`)}, 'name', ${sql.ref(`${shown}.name`)})`
  const joined = [`${declared.to} as ${shown}`, `${shown}.id`, `${table}.${field}`] as const
  return isFilled(declared)
    ? query.innerJoin(...joined).select(record.as(shown))
    : query
        .leftJoin(...joined)
        .select(sql`CASE WHEN ${sql.ref(`${shown}.id`)} IS NOT NULL THEN ${record} END`.as(shown))
}

import { type Fields, shownName } from '@kontor/contract/lib/resources/fields'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { columnsWith, storedValueOf, typesOf } from '../../resources/field-columns.ts'
import type { Written } from '../import-definition.ts'
import type { ListName } from '../importable-lists.ts'
import { type ExistingRecord, type RowValues, recordKey, type Value } from '../plan/plan-rules.ts'

/** Records that are imported: their table, their fields and the identifying field. */
export interface Imported {
  table: ListName
  fields: Fields
  /** The column by which {@link loadImported} finds them; no import changes it. */
  key: string
  /** The fields whose values distinguish added records, by their names in a sheet; `key` alone when absent. */
  named?: readonly string[]
  /** Further values of a record in a sheet, by column name. */
  more?: Record<string, RawBuilder<unknown>>
}

/** The columns of every record besides its fields. */
const RECORD = new Map([
  ['id', 'int'],
  ['is_active', 'boolean'],
])

/** The records with these keys, with all their values; locked when `lock` is true. */
export function loadImported(db: Kysely<Schema>, of: Imported, keys: string[], lock: boolean) {
  const type = sql.raw(of.key === 'id' ? 'int' : 'text')
  return loadWhere(db, of, sql`${sql.ref(of.key)} = ANY(${keys}::${type}[])`, lock)
}

/** As {@link loadImported}, for the records that match a condition. */
export async function loadWhere(db: Kysely<Schema>, of: Imported, where: RawBuilder<unknown>, lock: boolean) {
  const { table, fields, more = {} } = of
  const storedFields = Object.entries(fields).map(
    ([name, field]) => [shownName(name, field), storedValueOf(name, field)] as const,
  )
  const values = [...storedFields, ...Object.entries(more)].map(
    ([name, value]) => sql`${value} AS ${sql.ref(name)}`,
  )
  const { rows } = await sql<RowValues & { id: number }>`
    SELECT id, is_active, ${sql.join(values)} FROM ${sql.table(table)}
    WHERE ${where}
    ORDER BY id ${lock ? sql`FOR UPDATE` : sql``}`.execute(db)
  return rows
}

/** Indexes records by key, with the values of the layout's columns. */
export const storedBy = (rows: readonly (RowValues & { id: number })[], key: string, layout: object) =>
  new Map(
    rows.map((row): [string, ExistingRecord] => [
      String(row[key]),
      { id: row.id, values: valuesOf(row, layout) },
    ]),
  )

/** The values of a record that the layout has. */
export function valuesOf(row: RowValues, layout: object) {
  const values: RowValues = {}
  for (const name of Object.keys(layout)) values[name] = row[name] ?? null
  return values
}

/** Inserts records; all of them have values of the same fields. */
export async function insertImported(tx: Transaction<Schema>, of: Imported, rows: RowValues[]) {
  const { names, given } = recordset(of, rows)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const named = of.named ?? [of.key]
  const keyColumns = named.map(
    (name) => sql`${sql.ref(columnOf(of.fields, name))} AS ${sql.ref(`key ${name}`)}`,
  )
  const { rows: written } = await sql<Written & Record<string, unknown>>`
    INSERT INTO ${sql.table(of.table)} (${columns}) SELECT ${columns} FROM ${given}
    RETURNING id, version, ${sql.join(keyColumns)}`.execute(tx)
  return written.map((row) => {
    const values = Object.fromEntries(named.map((name) => [name, row[`key ${name}`]]))
    return { id: row.id, version: row.version, key: recordKey(values, named) }
  })
}

/** The table column of a sheet column. */
const columnOf = (fields: Fields, name: string) =>
  Object.keys(fields).find((field) => shownName(field, fields[field] as Fields[string]) === name) ?? name

/** Updates records; all of them have values of the same fields. The key is not changed. */
export async function updateImported(
  tx: Transaction<Schema>,
  of: Imported,
  changes: readonly { id: number; values: RowValues }[],
) {
  const { names, given } = recordset(
    of,
    changes.map(({ id, values }) => ({ ...values, id })),
  )
  const set = names
    .filter((name) => name !== 'id' && name !== of.key)
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  const table = sql.table(of.table)
  const { rows } = await sql<Written>`
    UPDATE ${table} SET ${sql.join(set)} FROM ${given} WHERE ${table}.id = given.id
    RETURNING ${table}.id, ${table}.version`.execute(tx)
  return rows
}

/** SQL: rows as a table to join, each column with its field's type. */
function recordset({ fields }: Imported, rows: RowValues[]) {
  const types = new Map([...RECORD, ...typesOf(fields)])
  const names = Object.keys(ownColumns(fields, rows[0] ?? {}))
  const plain = names.flatMap((name) => plainColumn(fields, name))
  // A `moneyOrPercent` field has two columns; other rows are copied without going through all fields for each.
  const stored =
    plain.length === names.length
      ? rows.map((row) => copied(plain, row))
      : rows.map((row) => ownColumns(fields, row))
  const columns = names.map((name) => sql`${sql.ref(name)} ${sql.raw(types.get(name) ?? 'text')}`)
  return {
    names,
    given: sql`jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) AS given(${sql.join(columns)})`,
  }
}

/** A row's values by their columns. */
function copied(columns: readonly [column: string, name: string][], row: RowValues) {
  const values: Record<string, Value | undefined> = {}
  for (const [column, name] of columns) values[column] = row[name]
  return values
}

/** A column and the name of its value in a sheet; none for the two columns of a `moneyOrPercent` field. */
function plainColumn(fields: Fields, column: string): [column: string, name: string][] {
  if (RECORD.has(column)) return [[column, column]]
  const field = fields[column]
  return field && field.kind !== 'moneyOrPercent' ? [[column, shownName(column, field)]] : []
}

const ownColumns = (fields: Fields, values: RowValues) => ({
  ...Object.fromEntries(Object.entries(values).filter(([name]) => RECORD.has(name))),
  ...columnsWith(fields, (name, field): Value | undefined => values[shownName(name, field)]),
})

import { type Fields, shownName } from '@kontor/contract/kit/resource/fields'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Written } from '../imports/imports.ts'
import type { ListName } from '../imports/lock.ts'
import type { StoredRecord, Value, Values } from '../imports/plan.ts'
import { columnsWith, keptOf, typesOf } from './columns.ts'

/** Records that are imported: their table, their fields and the one that names them. */
export interface Imported {
  table: ListName
  fields: Fields
  key: string
  /** What else of a record a sheet may hold, by its name there. */
  more?: Record<string, RawBuilder<unknown>>
}

/** What every record has beside its fields. */
const RECORD = new Map([
  ['id', 'int'],
  ['is_active', 'boolean'],
])

/** The records that have these keys, with all their values; locked when `lock` is true. */
export async function loadImported(db: Kysely<Schema>, of: Imported, keys: string[], lock: boolean) {
  const { table, fields, key, more = {} } = of
  const kept = Object.entries(fields).map(
    ([name, field]) => [shownName(name, field), keptOf(name, field)] as const,
  )
  const values = [...kept, ...Object.entries(more)].map(([name, value]) => sql`${value} AS ${sql.ref(name)}`)
  const { rows } = await sql<Values & { id: number }>`
    SELECT id, is_active, ${sql.join(values)} FROM ${sql.table(table)}
    WHERE ${sql.ref(key)} = ANY(${keys}::${sql.raw(key === 'id' ? 'int' : 'text')}[])
    ORDER BY id ${lock ? sql`FOR UPDATE` : sql``}`.execute(db)
  return rows
}

/** The same by key, with what a layout has of their values. */
export const storedBy = (rows: readonly (Values & { id: number })[], key: string, layout: object) =>
  new Map(
    rows.map((row): [string, StoredRecord] => [
      String(row[key]),
      { id: row.id, values: valuesOf(row, layout) },
    ]),
  )

const valuesOf = (row: Values, layout: object) =>
  Object.fromEntries(Object.keys(layout).map((name) => [name, row[name] ?? null]))

/** Adds records; they all have values of the same fields. */
export async function insertImported(tx: Transaction<Schema>, of: Imported, rows: Values[]) {
  const { names, given } = recordset(of, rows)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const { rows: written } = await sql<Written & { key: string }>`
    INSERT INTO ${sql.table(of.table)} (${columns}) SELECT ${columns} FROM ${given}
    RETURNING id, version, ${sql.ref(of.key)}::text AS key`.execute(tx)
  return written
}

/** Changes records; they all have values of the same fields. What names them stays. */
export async function updateImported(
  tx: Transaction<Schema>,
  of: Imported,
  changes: readonly { id: number; values: Values }[],
) {
  const { names, given } = recordset(
    of,
    changes.map(({ id, values }) => ({ ...values, id })),
  )
  const set = names
    .filter((name) => name !== 'id' && name !== of.key)
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  const own = sql.table(of.table)
  const { rows } = await sql<Written>`
    UPDATE ${own} SET ${sql.join(set)} FROM ${given} WHERE ${own}.id = given.id
    RETURNING ${own}.id, ${own}.version`.execute(tx)
  return rows
}

/** Rows as a table to join, each column by its name and of its field's type. */
function recordset({ fields }: Imported, rows: Values[]) {
  const types = new Map([...RECORD, ...typesOf(fields)])
  const stored = rows.map((row) => ownColumns(fields, row))
  const names = Object.keys(stored[0] ?? {})
  const columns = names.map((name) => sql`${sql.ref(name)} ${sql.raw(types.get(name) ?? 'text')}`)
  return {
    names,
    given: sql`jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) AS given(${sql.join(columns)})`,
  }
}

const ownColumns = (fields: Fields, values: Values) => ({
  ...Object.fromEntries(Object.entries(values).filter(([name]) => RECORD.has(name))),
  ...columnsWith(fields, (name, field): Value | undefined => values[shownName(name, field)]),
})

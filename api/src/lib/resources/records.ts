// Creating, updating, toggling and reading of records of any table.
import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type Kysely,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { settingOfUser, withCurrentUser } from '../database/current-user.ts'
import type { RecordColumns, Schema } from '../database/schema.ts'
import { inTransaction, withRetry } from '../database/transaction.ts'
import { conflict, invalidField, orNotFound } from '../http/http-error.ts'
import type { ListName } from '../imports/importable-lists.ts'
import { isUnlocked, requireUnlocked } from '../imports/lock.ts'
import type { ListSource } from '../lists/source.ts'

/** Tables of records. */
export type RecordTable = {
  [T in keyof Schema]: Schema[T] extends Record<keyof RecordColumns, unknown> ? T : never
}[keyof Schema]

// Kysely's types cannot follow a table that is a type parameter; the callers' arguments are checked above it.
interface AnyRecords {
  any: RecordColumns
}
const records = (db: Kysely<Schema>) => db as unknown as Kysely<AnyRecords>

/** One row of a list by its id. Throws 404. */
export async function getRow<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  id: number,
): Promise<Row> {
  return orNotFound(await source.one(db, id))
}

/** Inserts a record and returns its list row. A duplicate unique key becomes 422 or 434 by its constraint. */
export async function createRecord<T extends RecordTable, Row, C extends string>(
  db: Kysely<Schema>,
  table: T,
  source: ListSource<Row, C>,
  values: Insertable<Schema[T]>,
): Promise<Row> {
  const insert = records(db)
    .insertInto(table as 'any')
    .values(values as never) // type-checked by the parameter
  const added = shown(db, table, source, insert.returningAll().returning(withCurrentUser()))
  return orNotFound((await added.execute())[0])
}

/**
 * Updates a record. Throws 409 with the current row when it has been changed since `version` was read, and 404 when it
 * does not exist. Without a version the last writer wins. Returns the list row.
 */
export async function updateRecord<T extends RecordTable, Row, C extends string>(
  tx: Kysely<Schema>,
  table: T,
  source: ListSource<Row, C>,
  id: number,
  values: Versioned<T>,
): Promise<Row> {
  const row = await change(tx, table, source, id, values)
  if (row) return row
  throw conflict(table, id, await getRow(tx, source, id))
}

/**
 * Updates a record as {@link updateRecord} does, but does not write values that are all stored already, so that the
 * version stays.
 */
export async function updateDiffering<T extends RecordTable, Row, C extends string>(
  tx: Kysely<Schema>,
  table: T,
  source: ListSource<Row, C>,
  id: number,
  values: Versioned<T>,
): Promise<Row> {
  const row = await change(tx, table, source, id, values, {})
  if (row) return row
  const stored = await getRow(tx, source, id)
  if (isOlder(values, stored)) throw conflict(table, id, stored)
  return stored
}

/**
 * Updates a record of an importable list as {@link updateDiffering} does, in one statement. Throws 423 while an import is
 * being applied. `onChanged` is called after a change.
 */
export async function updateImportable<T extends RecordTable & ListName, Row, C extends string>(
  db: Kysely<Schema>,
  list: T,
  source: ListSource<Row, C>,
  id: number,
  values: Versioned<T>,
  onChanged?: () => Promise<void>,
): Promise<Row> {
  const row = await withRetry(() => change(db, list, source, id, values, { list }))
  if (row) {
    await onChanged?.()
    return row
  }
  // Most often somebody else was quicker: known without a transaction.
  const current = await getRow(db, source, id)
  if (isOlder(values, current)) throw conflict(list, id, current)
  const stored = await inTransaction(db, async (tx) => {
    await requireUnlocked(tx, list)
    return updateDiffering(tx, list, source, id, values)
  })
  if (isOlder(current as { version?: number }, stored)) await onChanged?.()
  return stored
}

/** Whether the values were read before the row was changed. */
const isOlder = ({ version }: { version?: number | undefined }, current: unknown) =>
  version !== undefined &&
  typeof current === 'object' &&
  current !== null &&
  'version' in current &&
  current.version !== version

type Versioned<T extends RecordTable> = Updateable<Schema[T]> & { version?: number | undefined }

/** Compiled updates by their source. Building an update costs as much as running it. */
const updates = new WeakMap<object, LRUCache<string, CompiledQuery>>()

// Places of the values in a compiled update; each column's value has the symbol of its name.
const ID = Symbol('id')
const VERSION = Symbol('version')
const USER = Symbol('user')
const columnSymbol = (column: string) => Symbol.for(`kontor ${column}`)

/**
 * Returns the changed row; undefined when it does not exist or has another version. With `differing` also when no value
 * differs, and while an import of its list is being applied.
 */
async function change<T extends RecordTable, Row, C extends string>(
  db: Kysely<Schema>,
  table: T,
  source: ListSource<Row, C>,
  id: number,
  { version, ...values }: Versioned<T>,
  differing?: { list?: ListName },
): Promise<Row | undefined> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const build = (columns: object, at: { id: unknown; version: unknown; user: unknown }) => {
    let update = records(db)
      .updateTable(table as 'any')
      .set(columns as never) // type-checked by the parameter
      .where('id', '=', at.id as number)
    if (differing?.list) update = update.where(isUnlocked(differing.list))
    if (differing) update = update.where(differs(table, columns))
    if (version !== undefined) update = update.where('version', '=', at.version as number)
    return shown(db, table, source, update.returningAll().returning(withCurrentUser(at.user)))
  }
  const user = settingOfUser()
  if (given.some(([, value]) => isSql(value)))
    return (await build(Object.fromEntries(given), { id, version, user }).execute())[0]
  const compiled = updates.get(source) ?? new LRUCache<string, CompiledQuery>({ max: 50 })
  updates.set(source, compiled)
  const names = given.map(([column]) => column)
  const key = JSON.stringify([table, differing, version === undefined, names])
  const query =
    compiled.get(key) ??
    build(Object.fromEntries(names.map((column) => [column, columnSymbol(column)])), {
      id: ID,
      version: VERSION,
      user: USER,
    }).compile()
  compiled.set(key, query)
  const at = new Map<unknown, unknown>([
    [ID, id],
    [VERSION, version],
    [USER, user],
  ])
  for (const [column, value] of given) at.set(columnSymbol(column), value)
  const parameters = query.parameters.map((value) => (at.has(value) ? at.get(value) : value))
  return (await db.executeQuery({ ...query, parameters })).rows[0] as Row | undefined // the list's row
}

/** SQL: whether one of these values of a row is another. */
export const differs = (table: string, values: object) =>
  sql<boolean>`(${sql.join(
    Object.entries(values).map(
      ([column, value]) => sql`${sql.ref(`${table}.${column}`)} IS DISTINCT FROM ${value}`,
    ),
    sql` OR `,
  )})`

const isSql = (value: unknown) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && 'toOperationNode' in value)

/** Writes a row and reads its list row in one statement: a CTE with the written row replaces the table. */
function shown<Row, C extends string>(
  db: Kysely<Schema>,
  table: RecordTable,
  source: ListSource<Row, C>,
  written: Compilable,
) {
  const instead = db.with(table, () => written as never) as unknown as Kysely<Schema> // it selects from tables alone
  return source.rows(instead)
}

/**
 * Sets a record active or inactive: the requested state, which makes the call repeatable, or the opposite of the
 * current one. `isChanged` is not part of responses. Throws 404, and 422 or 435 when that would break a rule of the
 * migrations.
 */
export async function toggleRecord(
  tx: Transaction<Schema>,
  table: RecordTable,
  id: number,
  target: boolean | undefined,
): Promise<RecordColumns & { isChanged: boolean }> {
  const columns = ['id', 'is_active', 'version', 'updated_at'] as const
  const db = records(tx)
  let update = db
    .updateTable(table as 'any')
    .set((eb) => ({ is_active: target ?? eb.not('is_active') }))
    .where('id', '=', id)
  if (target !== undefined) update = update.where('is_active', '!=', target)
  const changed = await update.returning(columns).executeTakeFirst()
  const stored = db.selectFrom(table as 'any').select(columns)
  const row = changed ?? (await stored.where('id', '=', id).executeTakeFirst())
  return { ...orNotFound(row), isChanged: changed !== undefined }
}

/** Throws 404 when the record does not exist. */
export async function requireRecord(db: Kysely<Schema>, table: keyof Schema, id: number) {
  const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE id = ${id}`.execute(db)
  orNotFound(rows[0])
}

/**
 * Throws 422 at `field` unless the record exists and is active. Locks it until the end of the transaction: a
 * deactivation waits and then finds it in use.
 */
export async function requireActive(
  tx: Kysely<Schema>,
  table: RecordTable,
  id: number,
  field: string,
  message = 'validation.inactive',
) {
  const row = await records(tx)
    .selectFrom(table as 'any')
    .select('is_active')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!row) throw invalidField(field, 'validation.not_found')
  if (!row.is_active) throw invalidField(field, message)
}

/**
 * Requires an active record of an importable list, as {@link requireActive} does. Throws 423 while an import is being
 * applied.
 */
export async function requireActiveImportable(
  tx: Transaction<Schema>,
  list: RecordTable & ListName,
  id: number,
  field: string,
  message?: string,
) {
  await requireUnlocked(tx, list) // the import may be about to delete or deactivate the record
  await requireActive(tx, list, id, field, message)
}

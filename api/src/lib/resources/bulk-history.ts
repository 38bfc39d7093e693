import type { BulkChange, BulkFields, LastBulk } from '@kontor/contract/lib/resources/bulk'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../auth/guard.ts'
import type { Schema } from '../database/schema.ts'
import '../database/triggers.ts'
import type { ListName } from '../imports/importable-lists.ts'
import '../imports/apply/import-rows.ts'
import type { AppContext } from '../../context.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import type { BulkSet } from './bulk-fields.ts'

interface BulkEdit {
  list: ListName
  user: CurrentUser
  change: BulkChange
  action: 'bulk' | 'bulk_undo'
  set: BulkSet
}

interface ChangedRow {
  id: number
  name: string
  before: string | null
  after: string | null
  version: number
  updated_at: string | undefined
}

/** Stores the change of each record, as an import does; returns the id. */
export async function saveBulkEdit(tx: Kysely<Schema>, edit: BulkEdit, rows: readonly ChangedRow[]) {
  const { list, user, change, action, set } = edit
  const facts = { kind: list, user_id: user.id, file_name: '', created: 0, updated: rows.length }
  const { id } = await tx
    .insertInto('imports')
    .values({ ...facts, owner_id: null, bulk: JSON.stringify({ ...change, action }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The name column of the history is not part of the change.
  const rowsJson = JSON.stringify(rows)
  await sql`INSERT INTO import_rows (import_id, record_id, before, after, version, updated_at)
    SELECT ${id}, id, jsonb_build_object('name', name, ${set.key}::text, ${set.json(sql.ref('before'))}),
      jsonb_build_object(${set.key}::text, ${set.json(sql.ref('after'))}), version, updated_at
    FROM jsonb_to_recordset(${rowsJson}::jsonb) AS given(id int, name text, before text, after text, version int,
      updated_at timestamptz)`.execute(tx)
  const changes = JSON.stringify({ updated: [null, rows.length] })
  await sql`INSERT INTO history (table_name, record_id, action, changes, import_id)
    VALUES (${list}, NULL, ${action}, ${changes}, ${id})`.execute(tx)
  return id
}

/** The fields that the user may change and undo in bulk. */
export const editableFields = (user: CurrentUser, fields: BulkFields): string[] =>
  Object.entries(fields).flatMap(([name, { permission = [] }]) =>
    permission.every((one) => user.permissions.has(one)) ? [name] : [],
  )

/** The last bulk edit of these fields that was not undone, by any user. The index `imports_bulk` has exactly these. */
export async function findLastBulk(
  { db, userName }: Pick<AppContext, 'db' | 'userName'>,
  list: ListName,
  fields: readonly string[],
): Promise<{ last: LastBulk | null }> {
  const row = await db
    .selectFrom('imports')
    .select(['id', 'created_at as at', 'updated as changed', 'bulk'])
    .select(userName(sql.ref('user_id')).as('by'))
    .where('kind', '=', list)
    .where('undone_at', 'is', null)
    .where(sql<boolean>`bulk ->> 'action' = 'bulk' AND bulk ->> 'field' = ANY(${[...fields]}::text[])`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.bulk) return { last: null }
  const { bulk, ...facts } = row
  return { last: { ...facts, field: bulk.field, how: bulk.how, value: bulk.value } }
}

/** Locks a bulk edit that can still be undone until the end of the transaction. */
export async function lockUndoableBulk(tx: Kysely<Schema>, list: ListName, id: number): Promise<BulkChange> {
  const row = await tx
    .selectFrom('imports')
    .select(['bulk', 'undone_at'])
    .where('id', '=', id)
    .where('kind', '=', list)
    .where('bulk', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.bulk) throw notFound()
  if (row.undone_at !== null || row.bulk.action === 'bulk_undo') throw new HttpError('import.nothing_to_undo')
  return row.bulk
}

/** Locks records in the order of their ids. */
export async function lockRows(tx: Kysely<Schema>, list: ListName, ids: readonly number[]) {
  await sql`SELECT id FROM ${sql.table(list)} WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(
    tx,
  )
}

import type { BulkChange } from '@kontor/contract/lib/resources/bulk'
import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { ListName } from '../lock.ts'

declare module '../../database/schema.ts' {
  interface Schema {
    imports: {
      id: Generated<number>
      kind: string
      /** The record whose lines were imported; null for an import of a whole list. */
      owner_id: number | null
      user_id: number
      file_name: string
      created: number
      updated: number
      created_at: Generated<string>
      undone_at: string | null
      /**
       * The change of a bulk edit (lib/resources/bulk-edit.ts), which stores its rows as an import does; null for an
       * import.
       */
      bulk: ColumnType<(BulkChange & { action: 'bulk' | 'bulk_undo' }) | null, string | undefined, never>
    }
    import_rows: {
      import_id: number
      record_id: number
      before: unknown
      after: unknown
      version: number
      /** When the record was last changed before the import; null for a record that the import added. */
      updated_at: string | null
      /** Whether the undo of the import leaves this record unchanged. */
      excluded_from_undo: Generated<boolean>
    }
  }
}

/** Writes the single history entry of an import or of its undo; the entry links to the import's rows. */
export async function saveImport(
  tx: Kysely<Schema>,
  action: 'import' | 'undo',
  { id, kind, owner_id, file_name, created, updated }: Facts,
) {
  const changes = JSON.stringify({ created: [null, created], updated: [null, updated] })
  await sql`INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes, import_id)
    VALUES (${kind}, ${owner_id}, ${file_name}, fold(${file_name}), ${action}, ${changes}, ${id})`.execute(tx)
}

interface Facts {
  id: number
  kind: string
  owner_id: number | null
  file_name: string
  created: number
  updated: number
}

/** When records were last changed, by id. */
export async function updatedAtById(tx: Kysely<Schema>, list: ListName, records: readonly { id: number }[]) {
  const ids = records.map(({ id }) => id)
  const { rows } = await sql<{ id: number; at: string }>`
    SELECT id, updated_at AS at FROM ${sql.table(list)} WHERE id = ANY(${ids}::int[])`.execute(tx)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Number of successive changes of one record that can be undone one after the other. */
const MAX_UNDONE = 10

/**
 * After an undo a record has the values of the change before. The rows of earlier changes get its new version, so that
 * these changes can be undone as well.
 */
export const carryVersionsBack = (
  tx: Kysely<Schema>,
  list: ListName,
  undoneImport: number,
  ids: readonly number[],
) =>
  sql`UPDATE import_rows AS earlier SET version = earlier.version + record.version - (undone.version - 1)
    FROM import_rows AS undone JOIN ${sql.table(list)} AS record ON record.id = record_id
    WHERE undone.import_id = ${undoneImport} AND undone.record_id = ANY(${[...ids]}::int[])
      AND earlier.record_id = record.id AND earlier.import_id < ${undoneImport}
      AND earlier.version BETWEEN undone.version - ${MAX_UNDONE} AND undone.version - 1
      AND (SELECT kind FROM imports WHERE id = earlier.import_id) = ${list}`.execute(tx)

/**
 * SQL: the rows of an import whose records were changed since. The rows were just written and have no statistics, so
 * the query must look up each record by key whatever the plan.
 */
const areChanged = (list: ListName, id: number) =>
  sql`import_id = ${id} AND NOT EXISTS (SELECT FROM ${sql.table(list)} AS record
    WHERE record.id = record_id AND record.version = import_rows.version)`

/** Number of changed records that are named. */
export const NAMED = 5

/** The number of an import's rows whose records were changed since, and the first of them. */
export async function findChanged(db: Kysely<Schema>, list: ListName, id: number) {
  const { rows } = await sql<{ record_id: number; n: number }>`
    SELECT record_id, count(*) OVER ()::int AS n FROM import_rows WHERE ${areChanged(list, id)}
    ORDER BY record_id LIMIT ${NAMED}`.execute(db)
  return { count: rows[0]?.n ?? 0, ids: rows.map(({ record_id }) => record_id) }
}

/** Excludes records that were changed since from the undo that begins. */
export const excludeChanged = (tx: Kysely<Schema>, list: ListName, id: number) =>
  sql`UPDATE import_rows SET excluded_from_undo = true WHERE ${areChanged(list, id)}`.execute(tx)

/** Excludes these records as well. */
export const excludeRows = (tx: Kysely<Schema>, id: number, ids: readonly number[]) =>
  sql`UPDATE import_rows SET excluded_from_undo = true WHERE import_id = ${id} AND record_id = ANY(${[...ids]}::int[])`.execute(
    tx,
  )

/** The number of an import's rows that are undone, by action, and of those that are excluded. */
export async function countRows(db: Kysely<Schema>, id: number) {
  const { rows } = await sql<{ created: number; updated: number; left: number }>`
    SELECT count(*) FILTER (WHERE before IS NULL AND NOT excluded_from_undo)::int AS created,
      count(*) FILTER (WHERE before IS NOT NULL AND NOT excluded_from_undo)::int AS updated,
      count(*) FILTER (WHERE excluded_from_undo)::int AS "left"
    FROM import_rows WHERE import_id = ${id}`.execute(db)
  return rows[0] ?? { created: 0, updated: 0, left: 0 }
}

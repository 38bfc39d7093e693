import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../auth/guard.ts'
import type { Schema } from '../../database/schema.ts'
import type { ImportContext, ImportDefinition } from '../import-definition.ts'

/** The parts of an import definition that find a list's imports and name their records. */
export type ImportIdentity = Pick<ImportDefinition<SheetColumns>, 'list' | 'owner' | 'nameSql' | 'parts'> & {
  rules: Pick<ImportDefinition<SheetColumns>['rules'], 'key'>
}

/**
 * Names the records of an import's rows, with who changed each last, as far as the history records it and the caller
 * may read the history. Changes of lines are attributed to their parent record.
 */
export async function namedRecords(
  db: Kysely<Schema>,
  { userName }: ImportContext,
  { list, owner, nameSql, parts, rules }: ImportIdentity,
  { id, ids }: { id: number; ids: readonly number[] },
  { permissions }: CurrentUser,
) {
  const { key } = rules
  const showsUsers = owner === undefined && permissions.has('history.see')
  const ofParts = parts
    ? sql`UNION ALL SELECT history.id, user_id FROM ${sql.table(parts.table)} AS part
    JOIN history ON table_name = ${parts.table} AND history.record_id = part.id
    WHERE ${sql.ref(`part.${parts.owner}`)} = import_rows.record_id`
    : sql``
  const recordHistory = sql`SELECT id, user_id FROM history WHERE table_name = ${list} AND record_id = import_rows.record_id
    UNION ALL SELECT history.id, user_id FROM import_rows AS later JOIN history USING (import_id)
    WHERE later.record_id = import_rows.record_id AND table_name = ${list} AND history.record_id IS NULL ${ofParts}`
  const by = sql`(SELECT ${userName(sql.ref('changes.user_id'))} FROM (${recordHistory}) AS changes
    WHERE changes.id > (SELECT max(id) FROM history WHERE import_id = ${id}) ORDER BY changes.id DESC LIMIT 1)`
  const { rows } = await sql<{ id: number; name: string; code: string | null; by: string | null }>`
    SELECT record_id AS id, coalesce(${nameSql ?? sql`to_jsonb(record) ->> 'name'`}, after ->> 'name', before ->> 'name',
        to_jsonb(record) ->> ${key}, after ->> ${key}, before ->> ${key}, '#' || record_id) AS name,
      ${key === 'name' ? sql`NULL` : sql`coalesce(before ->> ${key}, after ->> ${key})`} AS code,
      ${showsUsers ? by : sql`NULL`} AS by
    FROM import_rows LEFT JOIN ${sql.table(list)} AS record ON record.id = record_id
    WHERE import_id = ${id} AND record_id = ANY(${[...ids]}::int[]) ORDER BY record_id`.execute(db)
  return rows
}

import { campaignFields } from '@kontor/contract/campaigns'
import type { HistoryChange } from '@kontor/contract/history/tables'
import { tableName as columnIn, type Fields, shownName } from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { notificationFields } from '@kontor/contract/notifications/form'
import { figureFields, plainFields } from '@kontor/contract/partners/fields'
import { productFields } from '@kontor/contract/products'
import { resources } from '@kontor/contract/resources'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import '../../lib/database/triggers.ts'
import '../../lib/imports/apply/import-rows.ts'
import '../campaigns/table.ts'
import '../catalogue/table.ts'
import '../catalogueOrders/table.ts'
import '../partners/table.ts'
import '../products/table.ts'
import '../sliders/table.ts'
import '../stores/contacts/table.ts'
import '../stores/table.ts'
import '../technicalSupport/table.ts'
import '../users/keys/table.ts'
import '../users/roles/table.ts'
import '../users/settings/table.ts'
import '../users/table.ts'

/** Columns with the id of a record, and the column of its name. Rows of an import use the sheet's column names. */
const references: Record<string, string> = {
  city_id: 'cities',
  partner_id: 'partners',
  campaign_id: 'campaigns',
  product_id: 'products',
  store_id: 'stores',
  handled_by: 'users',
  catalogue_id: 'catalogue',
  technical_support_id: 'technical_support',
  ...Object.fromEntries(
    [
      plainFields,
      productFields,
      campaignFields,
      notificationFields,
      ...Object.values<Resource>(resources).map(({ fields }) => fields),
    ].flatMap(referencesOf),
  ),
}

function referencesOf(fields: Fields) {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [name, shownName(name, field)].map((key) => [key, field.to] as const) : [],
  )
}

/** SQL: a value as displayed: the current name of a record, the names of several, otherwise the value itself. */
function shown(value: RawBuilder<unknown>) {
  const text = sql`(${value} #>> '{}')`
  const names = Object.entries(references).map(
    ([name, table]) => sql`WHEN ${name} THEN CASE WHEN ${text} ~ '^[0-9]+$' THEN coalesce(
      (SELECT to_jsonb(name) FROM ${sql.table(table)} WHERE id = ${text}::int), to_jsonb('#' || ${text}))
      ELSE ${value} END`,
  )
  // A JSON list in the rows of tables, '3,7' in those of an import.
  const ids = sql`CASE jsonb_typeof(${value}) WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(${value}))
    ELSE string_to_array(nullif(${text}, ''), ',') END`
  return sql`CASE key ${sql.join(names, sql` `)}
    ${sql.join(
      ['categories', 'catalogue'].map(
        (name) => sql`WHEN ${name} THEN CASE WHEN ${text} IS NOT NULL THEN (
      SELECT coalesce(jsonb_agg(coalesce(name, '#' || one) ORDER BY name), '[]')
      FROM unnest(${ids}) AS one LEFT JOIN ${sql.table(name)} AS linked ON linked.id = one::int) END`,
      ),
      sql` `,
    )}
    ELSE ${value} END`
}

/** Permissions of areas other than the record's that filter its changes. */
export interface VisibleAreas {
  figures: boolean
  catalogue: boolean
}

/**
 * SQL: the changes of a record of this table that the user may see: without debts of partners or categories of products
 * where not permitted.
 */
export const asChanges = (
  pairs: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  { figures: seesFigures, catalogue }: VisibleAreas,
) => sql<HistoryChange[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('column', key,
    'before', ${shown(sql`(value -> 0)`)}, 'after', ${shown(sql`(value -> 1)`)}) ORDER BY key)
  FROM jsonb_each(${pairs}) WHERE ${seesFigures ? sql`true` : sql`NOT (${table} = 'partners' AND key = ANY(${figures}))`}
    AND ${catalogue ? sql`true` : sql`NOT (${table} = 'products' AND key = 'catalogue')`}), '[]')`
/** The columns of debts, plans and bonuses, under the names of the table and of the sheet. */
export const figures = Object.entries(figureFields).flatMap(([name, field]) => [name, columnIn(name, field)])

/** SQL: an import's changes to a record, as pairs, swapped for an undo. The rows of a bulk edit have pairs already. */
export const pairsOfRow = (undone: RawBuilder<boolean>) => sql`coalesce((
  SELECT jsonb_object_agg(key, CASE WHEN ${undone} THEN jsonb_build_array(value, before -> key)
    ELSE jsonb_build_array(before -> key, value) END)
  FROM jsonb_each(after) WHERE value <> 'null' OR before IS NOT NULL), '{}')`

/** SQL: whether an entry of an import or its undo concerns this row: an undo may have excluded it. */
export const isAboutRow = sql<boolean>`NOT (history.action = 'undo' AND import_rows.excluded_from_undo)`

/** A change of a value: when, and the previous value; null where the record had no such value. */
export interface ValueChange {
  at: string
  before: string | null
}

/** A column, under the names of the table and of the sheet. */
interface HistoryColumn {
  table: 'partners' | 'products'
  column: string
  sheet: string
}

/**
 * The changes of a record's value in the last thirteen months, by hand or by imports, in chronological order, with the
 * previous values. Entries and import rows are found by the indexes on the record.
 */
export async function changesOf(db: Kysely<Schema>, id: number, { table, column, sheet }: HistoryColumn) {
  const { rows } = await sql<ValueChange>`SELECT at, before FROM (
    SELECT history.id, at, changes -> ${column}::text ->> 0 AS before, changes -> ${column}::text ->> 1 AS after FROM history
    WHERE table_name = ${table} AND record_id = ${id} AND changes ? ${column}::text
    UNION ALL
    SELECT history.id, at,
      CASE WHEN history.action = 'undo' THEN after ->> ${sheet}::text ELSE before ->> ${sheet}::text END,
      CASE WHEN history.action = 'undo' THEN before ->> ${sheet}::text ELSE after ->> ${sheet}::text END
    FROM import_rows JOIN history USING (import_id)
    WHERE import_rows.record_id = ${id} AND table_name = ${table} AND ${isAboutRow}
      AND after ? ${sheet}::text) AS changed
    WHERE at > now() - interval '13 months' AND before IS DISTINCT FROM after ORDER BY id`.execute(db)
  return rows
}

/** The value at a time: the previous value of the first change after it, otherwise the current value. */
export function valueAt(changes: readonly ValueChange[], moment: string, now: string) {
  const later = changes.find(({ at }) => Date.parse(at) > Date.parse(moment))
  return later ? later.before : now
}

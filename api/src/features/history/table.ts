import { campaignFields } from '@kontor/contract/campaigns'
import type { HistoryChange } from '@kontor/contract/history/tables'
import { tableName as columnIn, type Fields, shownName } from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { figureFields, plainFields } from '@kontor/contract/partners/fields'
import { productFields } from '@kontor/contract/products'
import { resources } from '@kontor/contract/resources'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import '../../lib/database/triggers.ts'
import '../../lib/imports/import-rows.ts'
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

/** Columns that hold the id of a record, and where its name is. An import's rows have the sheet's own column. */
const references: Record<string, string> = {
  ...{
    city_id: 'cities',
    partner_id: 'partners',
    campaign_id: 'campaigns',
    product_id: 'products',
    store_id: 'stores',
    catalogue_id: 'catalogue',
    technical_support_id: 'technical_support',
  },
  ...Object.fromEntries(
    [
      ...[plainFields, productFields, campaignFields],
      ...Object.values<Resource>(resources).map(({ fields }) => fields),
    ].flatMap(referencesOf),
  ),
}

function referencesOf(fields: Fields) {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [name, shownName(name, field)].map((key) => [key, field.to] as const) : [],
  )
}

/** A value as it is shown: a record by its name as it is now, several by their names, else as it stands. */
function shown(value: RawBuilder<unknown>) {
  const text = sql`(${value} #>> '{}')`
  const names = Object.entries(references).map(
    ([name, table]) => sql`WHEN ${name} THEN CASE WHEN ${text} ~ '^[0-9]+$' THEN coalesce(
      (SELECT to_jsonb(name) FROM ${sql.table(table)} WHERE id = ${text}::int), to_jsonb('#' || ${text}))
      ELSE ${value} END`,
  )
  // A list as our own rows have it, or '3,7' as an import's have.
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

/** What is told of a record only to those who may see another area than the record's. */
export interface Sees {
  figures: boolean
  catalogue: boolean
}

/** Some changes of a record of this table, without what the reader may not see of it: figures of partners, places of products. */
export const asChanges = (
  pairs: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  { figures: seesFigures, catalogue }: Sees,
) => sql<HistoryChange[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('column', key,
    'before', ${shown(sql`(value -> 0)`)}, 'after', ${shown(sql`(value -> 1)`)}) ORDER BY key)
  FROM jsonb_each(${pairs}) WHERE ${seesFigures ? sql`true` : sql`NOT (${table} = 'partners' AND key = ANY(${figures}))`}
    AND ${catalogue ? sql`true` : sql`NOT (${table} = 'products' AND key = 'catalogue')`}), '[]')`
/** The columns of partners that hold figures, as their table and as a sheet calls them. */
export const figures = Object.entries(figureFields).flatMap(([name, field]) => [name, columnIn(name, field)])

/** What an import did to a record, as pairs; its undoing turns them round. That of a bulk edit has rows of its own. */
export const pairsOfRow = (undone: RawBuilder<boolean>) => sql`coalesce((
  SELECT jsonb_object_agg(key, CASE WHEN ${undone} THEN jsonb_build_array(value, before -> key)
    ELSE jsonb_build_array(before -> key, value) END)
  FROM jsonb_each(after) WHERE value <> 'null' OR before IS NOT NULL), '{}')`

/** SQL: whether an entry of an import, or of its undoing, is about this row of it: an undoing may have left it. */
export const isAboutRow = sql<boolean>`NOT (history.action = 'undo' AND import_rows.excluded_from_undo)`

/** That a value was changed, and from what; null where the record did not have it before, for it was not there. */
export interface ValueChange {
  at: string
  before: string | null
}

/** A value of a record, as its table and as a sheet call it. */
interface Told {
  table: 'partners' | 'products'
  column: string
  sheet: string
}

/**
 * When a value of a record was changed in the last thirteen months, by hand or by imports, in the order of time, and
 * from what. The entries of one record and the rows of imports about it are found by their indexes.
 */
export async function changesOf(db: Kysely<Schema>, id: number, { table, column, sheet }: Told) {
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

/** What stood there at a moment: what stood there before the first change after it, else what stands there now. */
export function valueAt(changes: readonly ValueChange[], moment: string, now: string) {
  const later = changes.find(({ at }) => Date.parse(at) > Date.parse(moment))
  return later ? later.before : now
}

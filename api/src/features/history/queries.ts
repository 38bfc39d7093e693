import { HISTORY_PAGE, historyList } from '@kontor/contract/history'
import {
  changesInWords,
  childTables,
  type HistoryChange,
  type HistoryTable,
  historyTableNames,
  lineTables,
  permissionArea,
} from '@kontor/contract/history/tables'
import type { BulkFields } from '@kontor/contract/lib/resources/bulk'
import { partnerBulk } from '@kontor/contract/partners/bulk'
import { productBulk } from '@kontor/contract/products/bulk'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type CurrentUser, requirePermission } from '../../lib/auth/guard.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import { editableFields } from '../../lib/resources/bulk-history.ts'
import { asChanges, isAboutRow, pairsOfRow, type VisibleAreas } from './table.ts'

const person = sql<{ id: number; name: string } | null>`CASE WHEN history.user_id IS NOT NULL THEN
  json_build_object('id', history.user_id, 'name', coalesce(users.name, '#' || history.user_id)) END`

const tableName = sql.ref('history.table_name')

const sourceOf = (tables: readonly HistoryTable[], visible: VisibleAreas) =>
  listSource({
    definition: historyList,
    id: sql.ref('history.id'),
    columns: {
      at: column('history', 'at'),
      person: column('users', 'name', 'name_folded'),
      action: column('history', 'action'),
      table: column('history', 'table_name'),
      record: column('history', 'record_name', 'record_name_folded'),
      record_id: column('history', 'record_id'),
      values: {
        value: sql`jsonb_build_object('table', history.table_name, 'values', ${asChanges(sql.ref('history.changes'), tableName, visible)})`,
        format: ({ table, values }: { table: HistoryTable; values: HistoryChange[] }, locale) =>
          changesInWords(table, values, locale),
      },
    },
    // Every change of these tables writes an entry, so the counter of the history invalidates cached totals.
    countedWith: ['history'],
    tables: [...historyTableNames, 'partner_categories', 'slider_categories', 'slider_dates', 'imports'],
    rows(db) {
      const all = entries(db).select(asChanges(sql.ref('history.changes'), tableName, visible).as('values'))
      const isAll = tables.length === historyTableNames.length
      return isAll ? all : all.where(sql<boolean>`table_name = ANY(${tables})`)
    },
  })

const sources = new LRUCache<string, ReturnType<typeof sourceOf>>({ max: 20 })

/**
 * The log of the areas that a user may see, and for a file also export. One source per set of tables, which caches its
 * totals.
 */
export function historyFor(user: CurrentUser, isFile: boolean) {
  const canSee = (area: string) =>
    user.permissions.has(`${area}.see`) && (!isFile || user.permissions.has(`${area}.export`))
  const tables = historyTableNames.filter((table) => canSee(permissionArea(table)))
  const visible = { figures: canSee('figures'), catalogue: canSee('catalogue') }
  const key = [...tables, visible.figures].join() // the catalogue is one of the tables
  const source = sources.get(key) ?? sourceOf(tables, visible)
  sources.set(key, source)
  return source
}
const seenBy = ({ permissions }: CurrentUser): VisibleAreas => ({
  figures: permissions.has('figures.see'),
  catalogue: permissions.has('catalogue.see'),
})

const entries = (db: Kysely<Schema>) =>
  db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'at', 'history.record_id', 'record_name as record', 'action', 'history.import_id'])
    .select([sql<HistoryTable>`table_name`.as('table'), person.as('person')])

/**
 * The history of a record, the latest first: its own entries, what imports did to it, and entries of its lines, as far
 * as the caller may see them.
 */
export async function listOfRecord(
  db: Kysely<Schema>,
  user: CurrentUser,
  table: HistoryTable,
  id: number,
  page = 1,
) {
  requirePermission(user, `${permissionArea(table)}.see`)
  const changesOf = (pairs: RawBuilder<unknown>) => asChanges(pairs, tableName, seenBy(user)).as('values')
  const maySee = (other: HistoryTable) => user.permissions.has(`${permissionArea(other)}.see`)
  const own = [table, ...lineTables(table).filter(maySee)]
  const children = (childTables[table] ?? []).filter((child) => maySee(child.table))
  const recordEntries = entries(db).where((eb) =>
    eb.or([
      eb('table_name', 'in', own).and('history.record_id', '=', id),
      ...children.map(
        // An array, so that the index is used for these, too.
        (child) => sql<boolean>`(table_name = ${child.table} AND history.record_id = ANY(ARRAY(
          SELECT id FROM ${sql.table(child.table)} WHERE ${sql.ref(child.parent)} = ${id})))`,
      ),
    ]),
  )
  const imported = entries(db)
    .innerJoin('import_rows', 'import_rows.import_id', 'history.import_id')
    .where('table_name', '=', table)
    .where('history.record_id', 'is', null) // entries of lines have the record's id and are found directly
    .where('import_rows.record_id', '=', id)
    .where(isAboutRow)
  const all = recordEntries
    .clearSelect()
    .select('history.id')
    .unionAll(imported.clearSelect().select('history.id'))
  const counted = db.selectFrom(all.as('entry')).select(count)
  const onPage = await all.orderBy('id', 'desc').limit(HISTORY_PAGE).offset(before(page)).execute()
  // Only the page's entries are formatted: a campaign may have tens of thousands.
  const isShown = sql<boolean>`history.id = ANY(${onPage.map((entry) => entry.id)}::bigint[])`
  const result = recordEntries
    .select(changesOf(sql.ref('history.changes')))
    .where(isShown)
    .unionAll(imported.select(changesOf(pairsOfRow(sql`history.action = 'undo'`))).where(isShown))
    .orderBy('id', 'desc')
  return { result: await result.execute(), ...(await counted.executeTakeFirstOrThrow()) }
}

/** The fields of the bulk edits of a table. */
const bulkFields: Partial<Record<HistoryTable, BulkFields>> = { partners: partnerBulk, products: productBulk }

/**
 * The rows of an import, or of its undo; other entries have none. `bulk_id` is the bulk edit that the user can undo,
 * null if there is none.
 */
export async function listRows(db: Kysely<Schema>, user: CurrentUser, entryId: number, page = 1) {
  const entry = db
    .selectFrom('history')
    .select(['import_id', 'action', sql<HistoryTable>`table_name`.as('table')])
    .where('id', '=', entryId)
  const { import_id, action, table } = (await entry.executeTakeFirst()) ?? {}
  if (table) requirePermission(user, `${permissionArea(table)}.see`)
  const all = db
    .selectFrom('import_rows')
    .where('import_id', '=', import_id ?? 0)
    .where(sql<boolean>`NOT (${action === 'undo'} AND excluded_from_undo)`)
  const bulk = db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', import_id ?? 0)
    .where('undone_at', 'is', null)
    .where(sql<boolean>`bulk ->> 'action' = 'bulk'`)
    .where(
      sql<boolean>`bulk ->> 'field' = ANY(${editableFields(user, (table && bulkFields[table]) ?? {})}::text[])`,
    )
  const rows = all
    .select('record_id as id')
    .select(
      sql<string | null>`coalesce(after ->> 'name', before ->> 'name',
      CASE ${table ?? ''} WHEN 'campaign_partners' THEN (
        SELECT name FROM partners WHERE id = (coalesce(before, after) ->> 'id')::int) END)`.as('record'),
    )
    .select(
      asChanges(pairsOfRow(sql`${action === 'undo'}`), sql`${table ?? ''}::text`, seenBy(user)).as('values'),
    )
  const result = rows.orderBy('record_id').limit(HISTORY_PAGE).offset(before(page))
  return {
    result: await result.execute(),
    ...(await all.select(count).executeTakeFirstOrThrow()),
    bulk_id: (await bulk.executeTakeFirst())?.id ?? null,
  }
}

const count = sql<number>`count(*)`.as('total_rows')
const before = (page: number) => (page - 1) * HISTORY_PAGE

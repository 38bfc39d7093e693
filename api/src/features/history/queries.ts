import { HISTORY_PAGE, historyList } from '@kontor/contract/history'
import {
  areaOf,
  changesInWords,
  type HistoryChange,
  type HistoryTable,
  historyTableNames,
  linesOf,
} from '@kontor/contract/history/tables'
import { tableName as columnIn, type Fields, shownName } from '@kontor/contract/kit/resource/fields'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { figureFields, plainFields } from '@kontor/contract/partners/fields'
import { resources } from '@kontor/contract/resources'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { requireRight, type SignedIn } from '../../kit/auth/guard.ts'
import type { Schema } from '../../kit/db/schema.ts'
import { column, listSource } from '../../kit/list/source.ts'
import '../../kit/db/triggers.ts'
import '../../kit/imports/table.ts'
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
    [plainFields, ...Object.values<Resource>(resources).map(({ fields }) => fields)].flatMap(referencesOf),
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
    WHEN 'categories' THEN CASE WHEN ${text} IS NOT NULL THEN (
      SELECT coalesce(jsonb_agg(coalesce(name, '#' || one) ORDER BY name), '[]')
      FROM unnest(${ids}) AS one LEFT JOIN categories ON categories.id = one::int) END
    ELSE ${value} END`
}

/** Some changes of a record of this table; of partners without the figures where they may not be seen. */
const asChanges = (pairs: RawBuilder<unknown>, table: RawBuilder<unknown>, withFigures: boolean) => sql<
  HistoryChange[]
>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('column', key,
    'before', ${shown(sql`(value -> 0)`)}, 'after', ${shown(sql`(value -> 1)`)}) ORDER BY key)
  FROM jsonb_each(${pairs}) WHERE ${withFigures ? sql`true` : sql`NOT (${table} = 'partners' AND key = ANY(${figures}))`}), '[]')`
const figures = Object.entries(figureFields).flatMap(([name, field]) => [name, columnIn(name, field)])

/** What an import did to a record, as pairs; its undoing turns them round. */
const pairsOfRow = (undone: RawBuilder<boolean>) => sql`coalesce((
  SELECT jsonb_object_agg(key, CASE WHEN ${undone} THEN jsonb_build_array(value, before -> key)
    ELSE jsonb_build_array(before -> key, value) END)
  FROM jsonb_each(after) WHERE value <> 'null' OR before IS NOT NULL), '{}')`

const person = sql<{ id: number; name: string } | null>`CASE WHEN history.user_id IS NOT NULL THEN
  json_build_object('id', history.user_id, 'name', coalesce(users.name, '#' || history.user_id)) END`

const tableName = sql.ref('history.table_name')

const sourceOf = (tables: readonly HistoryTable[], withFigures: boolean) =>
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
        value: sql`jsonb_build_object('table', history.table_name, 'values', ${asChanges(sql.ref('history.changes'), tableName, withFigures)})`,
        read: ({ table, values }: { table: HistoryTable; values: HistoryChange[] }, locale) =>
          changesInWords(table, values, locale),
      },
    },
    // An entry is written with a change of one of these, so that the log is counted anew whenever it has grown.
    tables: [...historyTableNames, 'partner_categories', 'slider_categories', 'slider_dates', 'imports'],
    rows(db) {
      const all = entries(db).select(
        asChanges(sql.ref('history.changes'), tableName, withFigures).as('values'),
      )
      const isAll = tables.length === historyTableNames.length
      return isAll ? all : all.where(sql<boolean>`table_name = ANY(${tables})`)
    },
  })

const sources = new LRUCache<string, ReturnType<typeof sourceOf>>({ max: 20 })

/** The log of what somebody may see, and of a file also export. One source for the same tables: it keeps its totals. */
export function historyFor(user: SignedIn, isFile: boolean) {
  const mayHave = (area: string) =>
    user.rights.has(`${area}.see`) && (!isFile || user.rights.has(`${area}.export`))
  const tables = historyTableNames.filter((table) => mayHave(areaOf(table)))
  const withFigures = mayHave('figures')
  const key = [...tables, withFigures].join()
  const source = sources.get(key) ?? sourceOf(tables, withFigures)
  sources.set(key, source)
  return source
}
const seesFigures = ({ rights }: SignedIn) => rights.has('figures.see')

const entries = (db: Kysely<Schema>) =>
  db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'at', 'history.record_id', 'record_name as record', 'action', 'history.import_id'])
    .select([sql<HistoryTable>`table_name`.as('table'), person.as('person')])

/**
 * What happened to a record, the last first: its own entries, and of imports what they did to it; also what happened to
 * its lines, as far as the caller may see them.
 */
export async function listOfRecord(
  db: Kysely<Schema>,
  user: SignedIn,
  table: HistoryTable,
  id: number,
  page = 1,
) {
  requireRight(user, `${areaOf(table)}.see`)
  const changesOf = (pairs: RawBuilder<unknown>) =>
    asChanges(pairs, tableName, seesFigures(user)).as('values')
  const lines = linesOf(table).filter((line) => user.rights.has(`${areaOf(line)}.see`))
  const own = entries(db)
    .where('table_name', 'in', [table, ...lines])
    .where('history.record_id', '=', id)
  const imported = entries(db)
    .innerJoin('import_rows', 'import_rows.import_id', 'history.import_id')
    .where('table_name', '=', table)
    .where('history.record_id', 'is', null) // of lines the record is whose they are, and has the entry itself
    .where('import_rows.record_id', '=', id)
  const all = own.clearSelect().select('history.id').unionAll(imported.clearSelect().select('history.id'))
  const counted = db.selectFrom(all.as('entry')).select(count)
  const onPage = await all.orderBy('id', 'desc').limit(HISTORY_PAGE).offset(before(page)).execute()
  // Only these are put into words: a campaign may have tens of thousands.
  const isShown = sql<boolean>`history.id = ANY(${onPage.map((entry) => entry.id)}::bigint[])`
  const result = own
    .select(changesOf(sql.ref('history.changes')))
    .where(isShown)
    .unionAll(imported.select(changesOf(pairsOfRow(sql`history.action = 'undo'`))).where(isShown))
    .orderBy('id', 'desc')
  return { result: await result.execute(), ...(await counted.executeTakeFirstOrThrow()) }
}

/** The rows of an import, as it wrote them or as its undoing took them back; another entry has none. */
export async function listRows(db: Kysely<Schema>, user: SignedIn, entryId: number, page = 1) {
  const entry = db
    .selectFrom('history')
    .select(['import_id', 'action', sql<HistoryTable>`table_name`.as('table')])
    .where('id', '=', entryId)
  const { import_id, action, table } = (await entry.executeTakeFirst()) ?? {}
  if (table) requireRight(user, `${areaOf(table)}.see`)
  const all = db.selectFrom('import_rows').where('import_id', '=', import_id ?? 0)
  const rows = all
    .select('record_id as id')
    .select(
      sql<string | null>`coalesce(after ->> 'name', before ->> 'name',
      CASE ${table ?? ''} WHEN 'campaign_partners' THEN (
        SELECT name FROM partners WHERE id = (coalesce(before, after) ->> 'id')::int) END)`.as('record'),
    )
    .select(
      asChanges(pairsOfRow(sql`${action === 'undo'}`), sql`${table ?? ''}::text`, seesFigures(user)).as(
        'values',
      ),
    )
  const result = rows.orderBy('record_id').limit(HISTORY_PAGE).offset(before(page))
  return { result: await result.execute(), ...(await all.select(count).executeTakeFirstOrThrow()) }
}

const count = sql<number>`count(*)`.as('total_rows')
const before = (page: number) => (page - 1) * HISTORY_PAGE

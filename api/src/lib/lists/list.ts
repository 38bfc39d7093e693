// Reading of lists: pages with exact totals, filtered and sorted as the contract declares.
import { Readable } from 'node:stream'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { portions } from '../database/batch-size.ts'
import type { Schema } from '../database/schema.ts'
import { Download } from '../http/download.ts'
import { chooseServer } from './choose-server.ts'
import { filtered, ordered } from './conditions.ts'
import { FEW, isFirstPage, isNearerEnd, mayMatchFew, readPage } from './pages.ts'
import type { ListDatabase, RunRead } from './replica/replica-router.ts'
import type { ListSource, Page } from './source.ts'

/**
 * One page and the exact number of all matching rows. A page past the end is empty, with the right total. Callers that
 * request the same page at the same time share its rows.
 */
export const listPage = <Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
): Promise<Page<Row>> =>
  db.isTransaction
    ? onePage(db, source, request)
    : source.sharedPages(db)(JSON.stringify(request), () => onePage(db, source, request))

async function onePage<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
): Promise<Page<Row>> {
  const key = filterKey(request)
  const count = () => countMatching(db, source, request)
  const read = (how?: { total?: number; few?: true }) => readPage(db, source, request, how)
  const last = source.totals.last(db, key)
  // A filter that may match few rows: the page and the count of up to FEW matches are one query.
  if (mayMatchFew(source, request) && (last?.total ?? 0) <= FEW) {
    const result = await read({ few: true })
    const { matching = isFirstPage(source, request) ? 0 : Number.POSITIVE_INFINITY, changes = 0 } =
      result[0] ?? {}
    if (matching > FEW) return { result, total_rows: await count() }
    if (!result[0]) return { result, total_rows: 0 }
    return { result, total_rows: source.totals.store(db, key, { total: matching, changes }) }
  }
  // No count is cached: rows and count are read at the same time.
  if (!last) {
    const [result, total_rows] = await Promise.all([read(), count()])
    return { result, total_rows }
  }
  // The cached count holds if no table has changed since: the rows of the page have the change counter.
  const readsFromEnd = isNearerEnd(source, request, last.total)
  const result = await read(readsFromEnd ? { total: last.total } : {})
  const isUnchanged = result[0]?.changes === last.changes
  if (readsFromEnd && !isUnchanged) return { result: await read(), total_rows: await count() }
  return { result, total_rows: isUnchanged ? last.total : await count() }
}

function countQuery<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  const known = source.storedCount?.(db, request)
  const counted = known ?? filtered(db, source, request).clearSelect().select(sql`count(*)`.as('total'))
  return counted.$castTo<{ total: number }>().select(source.totals.changes.as('changes'))
}

/** The number of matching rows. */
export async function countMatching<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  return source.totals.store(
    db,
    filterKey(request),
    await countQuery(db, source, request).executeTakeFirstOrThrow(),
  )
}

/** The number of matching rows, cached until a table changes. */
export const cachedCount = <Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) =>
  source.totals.cached(db, filterKey(request), () =>
    countQuery(db, source, request).executeTakeFirstOrThrow(),
  )

const filterKey = ({ filters, show_only_active }: ListRequest) =>
  JSON.stringify([
    show_only_active ?? false,
    Object.entries(filters ?? {})
      .filter(([, text]) => text?.trim())
      .sort(),
  ])

/** All matching rows in the list's order. For lists that stay small. */
export function listAll<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest = {},
): Promise<Row[]> {
  return ordered(source, request, filtered(db, source, request)).execute()
}

/** All rows of a list that may be long, read in portions by id to bound memory. */
export async function* batchesById<Row extends { id: number }, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
  portion = 1000,
): AsyncGenerator<Row[]> {
  const read = await chooseServer(from, source)
  for (let last = 0; ; ) {
    const after = last
    const rows = await read((db) =>
      source.rows(db).where(source.id, '>', after).orderBy(source.id).limit(portion).execute(),
    )
    if (rows.length > 0) yield rows
    last = rows.at(-1)?.id ?? 0
    if (rows.length < portion) return
  }
}

/** As {@link batchesById}, as a response: a streamed JSON array. */
export const streamUnfiltered = <Row extends { id: number }, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
): Download => jsonOf(batchesById(from, source))

function jsonOf(all: AsyncIterable<unknown[]>): Download {
  async function* json() {
    let before = '['
    for await (const rows of all) {
      if (rows.length === 0) continue // all were deleted meanwhile
      yield before + JSON.stringify(rows).slice(1, -1)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  }
  return new Download(Readable.from(json(), { objectMode: false }), 'application/json; charset=utf-8')
}

/** The ids of all matching rows, in the list's order. */
export async function listIds<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
): Promise<number[]> {
  const ids = request.report_data?.ids
  const matching = ids
    ? filtered(db, source, request).where(isOneOf(source.id, ids))
    : filtered(db, source, request)
  const inOrder = ordered(source, request, matching.clearSelect().select(source.id.as('id')))
  // One JSON text instead of a row for each id, of which there may be hundreds of thousands.
  const { rows } = await sql<{ ids: number[] }>`
    SELECT coalesce(json_agg(id), '[]') AS ids FROM (${inOrder}) AS found`.execute(db)
  return rows[0]?.ids ?? []
}

/** All matching rows in the list's order, as a streamed JSON array. For lists that may be long. */
export function streamAll<Row, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
  request: ListRequest,
): Download {
  async function* rows() {
    const read = await chooseServer(from, source)
    const ids = await read((db) => listIds(db, source, request))
    for (const some of portions(ids, 1000))
      yield await read((db) =>
        ordered(source, request, source.rows(db).where(isOneOf(source.id, some))).execute(),
      )
  }
  return jsonOf(rows())
}

/**
 * The values of some columns of all matching rows in the list's order, in portions: for files. Rows and order are fixed
 * at the start, so that no change meanwhile repeats or drops a row.
 */
export async function* listValues<Row, C extends string>(
  read: RunRead,
  source: ListSource<Row, C>,
  request: ListRequest,
  columns: readonly C[],
): AsyncGenerator<Record<string, unknown>[]> {
  const values = columns.map((name) => {
    const { value, exported = value } = source.columns[name]
    return exported.as(name)
  })
  const ids = await read((db) => listIds(db, source, request))
  for (const some of portions(ids, 2000)) {
    const rows = (db: Kysely<Schema>) =>
      source.rows(db).where(isOneOf(source.id, some)).clearSelect().select(values)
    // by the columns' names
    yield (await read((db) => ordered(source, request, rows(db)).execute())) as Record<string, unknown>[]
  }
}

// Wider than any id, so that a number that cannot be an id finds nothing instead of failing.
const isOneOf = (id: RawBuilder<number>, ids: readonly number[]) =>
  sql<boolean>`${id} = ANY(${ids}::bigint[])`

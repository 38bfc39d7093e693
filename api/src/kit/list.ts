import { Readable } from 'node:stream'
import type { ListRequest } from '@kontor/contract/kit/list'
import { type Kysely, sql } from 'kysely'
import { Download } from './download.ts'
import { filtered, ordered } from './list-conditions.ts'
import type { ListSource } from './list-source.ts'
import type { Schema } from './schema.ts'

/** One page and the exact number of all rows that match. A page past the end is empty, with the right total. */
export async function listPage<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  const { totals } = source
  const key = filterKey(request)
  const count = () => countMatching(db, source, request)
  const rows = pageQuery(db, source, request).execute()
  if (!totals.knows(key)) {
    const [result, total_rows] = await Promise.all([rows, count()])
    return { result, total_rows }
  }
  const result = await rows
  const total = result[0] && totals.get(key, result[0].changes)
  return { result, total_rows: total ?? (await count()) }
}

/** The page's ids first: the rows themselves are then read for these few only, however deep the page lies. */
function pageQuery<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  const { page = 1, itemsPerPage = source.definition.size } = request.options ?? {}
  const matching = filtered(db, source, request).clearSelect().select(source.id.as('id'))
  const ids = ordered(source, request, matching)
    .limit(itemsPerPage)
    .offset((page - 1) * itemsPerPage)
  const rows = source.rows(db).where(source.id, 'in', ids)
  return ordered(source, request, rows).select(source.totals.changes.as('changes'))
}

function countQuery<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  const total = sql<number>`count(*)`.as('total')
  return filtered(db, source, request)
    .clearSelect()
    .select([total, source.totals.changes.as('changes')])
}

/** How many rows match. */
export async function countMatching<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  return source.totals.keep(
    filterKey(request),
    await countQuery(db, source, request).executeTakeFirstOrThrow(),
  )
}

const filterKey = ({ filters, show_only_active }: ListRequest) =>
  JSON.stringify([
    show_only_active ?? false,
    Object.entries(filters ?? {})
      .filter(([, text]) => text?.trim())
      .sort(),
  ])

/** All rows that match, in the list's order. For lists that stay small. */
export function listAll<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest = {},
): Promise<Row[]> {
  return ordered(source, request, filtered(db, source, request)).execute()
}

/** All rows of a list that may be long, read in portions by id, so that memory stays flat. */
export async function* listEvery<Row extends { id: number }, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  portion = 1000,
): AsyncGenerator<Row[]> {
  for (let last = 0; ; ) {
    const rows = await source.rows(db).where(source.id, '>', last).orderBy(source.id).limit(portion).execute()
    if (rows.length > 0) yield rows
    last = rows.at(-1)?.id ?? 0
    if (rows.length < portion) return
  }
}

/** The same as an answer: a JSON array that is sent while it is read. */
export function streamEvery<Row extends { id: number }, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
): Download {
  async function* json() {
    let before = '['
    for await (const rows of listEvery(db, source)) {
      yield before + JSON.stringify(rows).slice(1, -1)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  }
  return new Download(Readable.from(json(), { objectMode: false }), 'application/json; charset=utf-8')
}

/** The values of some columns of all rows that match, in the list's order, in portions: for files. */
export async function* listValues<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
  columns: readonly C[],
  portion = 2000,
): AsyncGenerator<Record<string, unknown>[]> {
  const ids = request.report_data?.ids
  const matching = ids
    ? filtered(db, source, request).where(source.id, 'in', ids)
    : filtered(db, source, request)
  const values = columns.map((name) => source.columns[name].value.as(name))
  const query = ordered(source, request, matching.clearSelect().select(values))
  for (let offset = 0; ; offset += portion) {
    const rows = (await query.limit(portion).offset(offset).execute()) as Record<string, unknown>[]
    if (rows.length > 0) yield rows
    if (rows.length < portion) return
  }
}

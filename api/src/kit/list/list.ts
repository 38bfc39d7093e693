// list: any list: one page with its exact total, filtered and sorted as the contract says. Also entered at
// conditions.ts (what was typed, as conditions), report.ts (the same as Excel or PDF), source.ts (where a feature’s
// columns come from), served.ts (which lists there are), totals.ts (what was counted, for as long as nothing changes).
import { Readable } from 'node:stream'
import type { ListRequest } from '@kontor/contract/kit/list/list'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { Download } from '../serve/download.ts'
import { filtered, ordered } from './conditions.ts'
import type { ListSource } from './source.ts'

/** One page and the exact number of all rows that match. A page past the end is empty, with the right total. */
export async function listPage<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  const count = () => countMatching(db, source, request)
  const read = async (total?: number) => {
    const key = JSON.stringify([request.filters, request.show_only_active, request.options, total])
    const pages = source.pages(db)
    const query = pages.get(key) ?? pageQuery(db, source, request, total).compile()
    pages.set(key, query)
    return (await db.executeQuery(query)).rows
  }
  const last = source.totals.last(db, filterKey(request))
  if (!last) {
    const [result, total_rows] = await Promise.all([read(), count()])
    return { result, total_rows }
  }
  const { offset, size } = placeOf(source, request)
  const fromEnd = offset >= DEEP && offset > last.total / 2 && offset + size <= last.total
  const result = await read(fromEnd ? last.total : undefined)
  const holds = result[0]?.changes === last.changes
  if (fromEnd && !holds) return { result: await read(), total_rows: await count() }
  return { result, total_rows: holds ? last.total : await count() }
}

/** Offsets up to this one are written out: PostgreSQL would plan anew, each time, for one that it does not know. */
const NEAR = 100
/** From this offset on, rows that are only skipped are worth a look at their ids alone. */
const DEEP = 500

function placeOf<Row, C extends string>({ definition }: ListSource<Row, C>, { options }: ListRequest) {
  const size = options?.itemsPerPage ?? definition.size
  return { size, offset: ((options?.page ?? 1) - 1) * size }
}

/** With a total the page is looked for from the end of the list. */
function pageQuery<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
  total?: number,
) {
  const { size, offset } = placeOf(source, request)
  const limit = sql.lit(size)
  if (offset < DEEP) {
    return ordered(source, request, filtered(db, source, request))
      .limit(limit)
      .offset(offset > NEAR ? offset : sql.lit(offset))
      .select(source.totals.changes.as('changes'))
  }
  const matching = filtered(db, source, request).clearSelect().select(source.id.as('id'))
  const ids = (
    total === undefined
      ? ordered(source, request, matching).offset(offset)
      : ordered(source, request, matching, 'backwards').offset(total - offset - size)
  ).limit(limit)
  const rows = source.rows(db).where(source.id, 'in', ids)
  return ordered(source, request, rows).select(source.totals.changes.as('changes'))
}

function countQuery<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  const known = source.known?.(db, request)
  const counted = known ?? filtered(db, source, request).clearSelect().select(sql`count(*)`.as('total'))
  return counted.$castTo<{ total: number }>().select(source.totals.changes.as('changes'))
}

/** How many rows match. */
export async function countMatching<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  return source.totals.keep(
    db,
    filterKey(request),
    await countQuery(db, source, request).executeTakeFirstOrThrow(),
  )
}

/** The same without counting again while nothing has changed. */
export const totalOf = <Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) =>
  source.totals.kept(db, filterKey(request), () => countQuery(db, source, request).executeTakeFirstOrThrow())

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
export const streamEvery = <Row extends { id: number }, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
): Download => jsonOf(listEvery(db, source))

function jsonOf(portions: AsyncIterable<unknown[]>): Download {
  async function* json() {
    let before = '['
    for await (const rows of portions) {
      yield before + JSON.stringify(rows).slice(1, -1)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  }
  return new Download(Readable.from(json(), { objectMode: false }), 'application/json; charset=utf-8')
}

/** The ids of all rows that match, in the list's order. */
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
  return (await inOrder.execute()).map(({ id }) => id)
}

/** All rows that match, in the list's order, as a JSON array that is sent while it is read. For lists that may be long. */
export function streamAll<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
): Download {
  async function* rows() {
    for (const some of slices(await listIds(db, source, request), 1000)) {
      const found = source.rows(db).where(isOneOf(source.id, some))
      yield await ordered(source, request, found).execute()
    }
  }
  return jsonOf(rows())
}

/**
 * The values of some columns of all rows that match, in the list's order, in portions: for files. Which rows and in
 * which order is settled at the start, so that no change meanwhile repeats or drops a row.
 */
export async function* listValues<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
  columns: readonly C[],
  portion = 2000,
): AsyncGenerator<Record<string, unknown>[]> {
  const values = columns.map((name) => {
    const { value, shown = value } = source.columns[name]
    return shown.as(name)
  })
  for (const some of slices(await listIds(db, source, request), portion)) {
    const rows = source.rows(db).where(isOneOf(source.id, some)).clearSelect().select(values)
    yield (await ordered(source, request, rows).execute()) as Record<string, unknown>[] // by the columns' names
  }
}

function* slices(ids: readonly number[], size: number) {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size)
}

// Wider than any id, so that a number which cannot be one finds nothing instead of failing.
const isOneOf = (id: RawBuilder<number>, ids: readonly number[]) =>
  sql<boolean>`${id} = ANY(${ids}::bigint[])`

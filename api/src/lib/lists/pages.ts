import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { filtered, ordered } from './conditions.ts'
import type { ListSource, PageRow, RowQuery } from './source.ts'

/** Offsets up to this one are literals: PostgreSQL would replan a parameterised offset for each query. */
const NEAR = 100
/** From this offset on, skipped rows are read by id alone. */
const DEEP = 500
/**
 * Up to this number of matching rows all are counted and sorted together with the page; of more rows the sort index
 * finds a page soon.
 */
export const FEW = 1000
const MANY = FEW + 1

/** What is known about a page before it is read: the exact total, or that few rows may match. */
interface PageHint {
  total?: number
  few?: true
}

/** The rows of a page, by a compiled query that is cached. */
export async function readPage<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
  how: PageHint = {},
): Promise<(Row & PageRow)[]> {
  const key = JSON.stringify([request.filters, request.show_only_active, request.options, how])
  const pages = source.pages(db)
  const query = pages.get(key) ?? compiled(db, source, request, how)
  pages.set(key, query)
  return (await db.executeQuery(query)).rows
}

const compiled = <Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
  { total, few }: PageHint,
): CompiledQuery<Row & PageRow> =>
  few ? countedPageQuery(db, source, request).compile(db) : pageQuery(db, source, request, total).compile()

function pageRange<Row, C extends string>({ definition }: ListSource<Row, C>, { options }: ListRequest) {
  const size = options?.itemsPerPage ?? definition.size
  return { size, offset: ((options?.page ?? 1) - 1) * size }
}

/** Whether the page is nearer to the end of the list. */
export function isNearerEnd<Row, C extends string>(
  source: ListSource<Row, C>,
  request: ListRequest,
  total: number,
): boolean {
  const { offset, size } = pageRange(source, request)
  return offset >= DEEP && offset > total / 2 && offset + size <= total
}

/** Whether it is the first page: an empty first page means that no row matches. */
export const isFirstPage = <Row, C extends string>(source: ListSource<Row, C>, request: ListRequest) =>
  pageRange(source, request).offset === 0

/** Whether a filter or search may match few rows or none, so that the sort index would be scanned to its end. */
export const mayMatchFew = <Row, C extends string>(source: ListSource<Row, C>, request: ListRequest) =>
  !source.storedCount &&
  pageRange(source, request).offset < DEEP &&
  Object.values(request.filters ?? {}).some((typed) => typed?.trim())

/** With a total, a page in the second half is read from the end of the list. */
function pageQuery<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
  total?: number,
) {
  const { size, offset } = pageRange(source, request)
  const limit = sql.lit(size)
  if (offset < DEEP) return nearPage(source, request, filtered(db, source, request, 'in order'))
  const matching = filtered(db, source, request).clearSelect().select(source.id.as('id'))
  const ids = (
    total === undefined
      ? ordered(source, request, matching).offset(offset)
      : ordered(source, request, matching, 'backwards').offset(total - offset - size)
  ).limit(limit)
  const rows = source.rows(db).where(source.id, 'in', ids)
  return ordered(source, request, rows).select(source.totals.changes.as('changes'))
}

function nearPage<Row, C extends string>(
  source: ListSource<Row, C>,
  request: ListRequest,
  rows: RowQuery<Row>,
) {
  const { size, offset } = pageRange(source, request)
  return ordered(source, request, rows)
    .limit(sql.lit(size))
    .offset(offset > NEAR ? offset : sql.lit(offset))
    .select(source.totals.changes.as('changes'))
}

/**
 * A page with the number of matching rows, exact below MANY: an index finds the matching rows, unordered. When few
 * match, they are sorted; otherwise the list is scanned in its order, which soon finds the page's rows.
 */
function countedPageQuery<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
) {
  const found = filtered(db, source, request, 'by parts').clearSelect().select(source.id.as('id'))
  const matching = sql<number>`(SELECT count(*) FROM found)`
  const these = sql<boolean>`${source.id} = ANY(ARRAY(SELECT id FROM found))`
  const few = nearPage(source, request, source.rows(db).where(these)).select(matching.as('matching'))
  const some = nearPage(source, request, filtered(db, source, request, 'in order'))
  const isFew = sql<boolean>`${matching} <= ${sql.lit(FEW)}`
  const isMany = sql<boolean>`${matching} > ${sql.lit(FEW)}`
  return sql<Row & PageRow>`WITH found AS MATERIALIZED (${found.limit(sql.lit(MANY))})
    (${few.where(isFew)}) UNION ALL (${some.select(matching.as('matching')).where(isMany)})`
}

import { parseFilter, type Range } from '@kontor/contract/lib/lists/filter'
import { type Column, filterColumn, type ListRequest } from '@kontor/contract/lib/lists/list'
import { foldCompact, foldedWords, wordPattern } from '@kontor/contract/lib/text/fold'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { midnight } from '../database/office-time.ts'
import type { Schema } from '../database/schema.ts'
import { wordParts } from './search.ts'
import type { AnyQuery, ColumnSource, ListSource } from './source.ts'

/**
 * How the SQL guides the planner for rows that contain a text. `by parts`: few rows, by the index of word parts. `in
 * order`: some of many rows, in the list's order, whatever the planner estimates.
 */
type SearchStrategy = 'by parts' | 'in order' | undefined

/** Adds the request's filters as WHERE conditions; the contract has validated column names. */
export function filtered<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
  strategy?: SearchStrategy,
) {
  let query = source.rows(db)
  const { search } = source.definition
  for (const [name, typed] of Object.entries(request.filters ?? {})) {
    if (!typed?.trim()) continue
    if (name === 'search') {
      for (const word of foldedWords(typed)) {
        const anywhere = search.map((key) => source.columns[key])
        query = query.where(containedIn(anywhere, word, strategy))
      }
    } else {
      const key = name as C // validated by the contract
      const from = source.columns[key] ?? source.filters?.[key] ?? { value: source.id }
      const column = filterColumn(source.definition, key)
      if (!from || !column) continue
      const predicate = condition(from, column, typed, strategy)
      query = query.where(from.anyOf?.(predicate) ?? predicate)
    }
  }
  if (request.show_only_active && 'is_active' in source.columns) {
    query = query.where(sql<boolean>`${source.columns['is_active' as C].value}`)
  }
  return query
}

function condition(
  from: ColumnSource,
  column: Column,
  typed: string,
  strategy: SearchStrategy,
): RawBuilder<boolean> {
  const filter = parseFilter(column.filter ?? 'text', typed)
  if (!filter) return sql`false`
  if ('value' in filter) return sql`${from.value} = ${filter.value}`
  if ('flag' in filter) return sql`${from.value} = ${filter.flag}`
  if ('range' in filter) return inRange(from, column, filter.range)
  return filter.words.length === 0
    ? sql`true`
    : sql`(${sql.join(
        filter.words.map((word) => containedIn([from], word, strategy)),
        sql` AND `,
      )})`
}

/** Whether one of the columns contains a folded word. */
function containedIn(
  columns: readonly ColumnSource[],
  word: string,
  strategy: SearchStrategy,
): RawBuilder<boolean> {
  const plain = sql<boolean>`(${sql.join(
    columns.map((from) => contains(from, word)),
    sql` OR `,
  )})`
  const parts = strategy === 'by parts' && wordParts(columns, word)
  // The planner estimates half of the rows for coalesce() and uses no index for its argument.
  if (parts) return sql`(${parts} AND coalesce(${plain}, false))`
  return strategy === 'in order' ? sql`coalesce(${plain}, false)` : plain
}

const isAscii = (word: string) => /^[ -~]*$/.test(word)

/** Whether a column contains a folded word. `%`, `_` and `\` are searched literally. */
export function contains(from: ColumnSource, typed: string): RawBuilder<boolean> {
  const word = from.compact ? foldCompact(typed) : typed
  const folded = from.folded ?? sql`fold(${from.value}::text)`
  if (word.includes('d')) {
    // d also matches dj; LIKE costs half as much
    const matches = sql<boolean>`${folded} ~ ${wordPattern(word)}`
    // For a regular expression pg_trgm leaves out capitals that the collation C does not fold, such as Ω, and its index
    // finds nothing then; coalesce() keeps it from being used.
    return isAscii(word) ? matches : sql`coalesce(${matches}, false)`
  }
  return sql`${folded} LIKE ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`
}

function inRange(
  from: ColumnSource,
  { filter, day }: Column,
  { from: low, after, to, below }: Range,
): RawBuilder<boolean> {
  const bound = (text: string) => {
    if (day) return sql`${text}::date`
    // A day begins at midnight in the office's time zone, not in UTC.
    if (filter === 'day') return midnight(sql`${text}`)
    // A bigint comparison with numeric would not use an index on integers.
    return /^-?\d+$/.test(text) ? sql`${text}::bigint` : sql`${text}::numeric`
  }
  if (low !== undefined && low === to && !after) return sql`${from.value} = ${bound(low)}`
  const parts: RawBuilder<unknown>[] = []
  if (low !== undefined)
    parts.push(after ? sql`${from.value} > ${bound(low)}` : sql`${from.value} >= ${bound(low)}`)
  if (to !== undefined) parts.push(sql`${from.value} <= ${bound(to)}`)
  if (below !== undefined) parts.push(sql`${from.value} < ${bound(below)}`)
  return sql`(${sql.join(parts, sql` AND `)})`
}

/**
 * Adds the request's ORDER BY, with the id last, so that rows with equal keys neither repeat nor vanish between pages.
 * Columns after the id are left out: it is unique.
 */
export function ordered<Row, C extends string, Query extends AnyQuery>(
  source: ListSource<Row, C>,
  request: ListRequest,
  query: Query,
  direction: 'onwards' | 'backwards' = 'onwards',
): Query {
  const [asc, desc] = direction === 'onwards' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
  let sorted: AnyQuery = query
  const { sortBy, sortDesc } = request.options ?? {}
  const keys = sortBy?.length ? sortBy : [source.definition.sort.by]
  const directions = sortBy?.length ? sortDesc : [sortDesc?.[0] ?? source.definition.sort.desc]
  let last: 'asc' | 'desc' = asc
  for (const [i, key] of keys.entries()) {
    last = directions?.[i] ? desc : asc
    if (key === 'id') break
    sorted = sorted.orderBy(source.columns[key as C].value, last) // validated by the contract
  }
  return sorted.orderBy(source.id, last) as Query // ordering does not change the query's result type
}

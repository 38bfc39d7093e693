import type { ListDefinition, ListRequest } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { type CompiledQuery, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { coalesce, inBatches } from '../concurrency/batch.ts'
import { compileQuery } from '../database/compiled-query.ts'
import { memoizePerDatabase } from '../database/per-database.ts'
import type { Schema } from '../database/schema.ts'
import { MAX_CACHED, TotalCache } from './totals.ts'

// biome-ignore-start lint/suspicious/noExplicitAny: a list engine works on queries whose tables it does not know
/** A select of rows over any table; the feature that writes it has its names type-checked. */
export type RowQuery<Row> = SelectQueryBuilder<any, any, Row>
export type AnyQuery = RowQuery<any>
// biome-ignore-end lint/suspicious/noExplicitAny: see above

/** The SQL of a list's column. */
export interface ColumnSource {
  /** The value that is sorted, filtered and exported, as `table.column` or an expression. */
  value: RawBuilder<unknown>
  /** The exported value, when it differs. */
  exported?: RawBuilder<unknown>
  /** Formats the exported value, when it is not plain. */
  format?: (value: never, locale: Locale) => string
  /** Of a text: the folded column that filters search; `value` folded when absent. */
  folded?: RawBuilder<unknown>
  /** Whether that column was folded by `foldCompact`. */
  compact?: boolean
  /** Where a row has several values: the rows that have one of which a condition is true. */
  anyOf?: (condition: RawBuilder<boolean>) => RawBuilder<boolean>
  /** Of a text in a table with an index of word parts: see search.ts. */
  parts?: { table: string; value: RawBuilder<unknown> }
}

/** Added to each row of a page: the change counter of the list, and the number of matches where it was counted. */
export interface PageRow {
  changes: number
  matching?: number
}

export interface Page<Row> {
  result: Row[]
  total_rows: number
}

/** How a list of the contract is read from the database. */
export interface ListSource<Row, C extends string = string> {
  definition: ListDefinition<C>
  id: RawBuilder<number>
  columns: Record<C, ColumnSource>
  /** The SQL of filters that are not columns. */
  filters?: Record<string, ColumnSource>
  /** Tables whose changes can change the list: cached totals are invalid after a change of one of them. */
  tables: readonly (keyof Schema)[]
  /**
   * Tables that it also reads, whose rows change only together with one of `tables`, so that their own counters are not
   * needed.
   */
  countedWith?: readonly (keyof Schema)[]
  /** All rows as the contract returns them: FROM, JOINs and SELECT, without WHERE and ORDER. */
  rows(db: Kysely<Schema>): RowQuery<Row>
  /** The number of matching rows, where a stored count has it; undefined where it must be counted. */
  storedCount?: (db: Kysely<Schema>, request: ListRequest) => AnyQuery | undefined
  totals: TotalCache
  /** Compiled queries of recently requested pages. */
  pages: (db: object) => LRUCache<string, CompiledQuery<Row & PageRow>>
  /** Runs the reading of a page once for simultaneous requests for the same. */
  sharedPages: (db: object) => ReturnType<typeof coalesce<Page<Row>>>
  /** The row of an id; outside of transactions those of simultaneous requests are read by one query. */
  one: (db: Kysely<Schema>, id: number) => Promise<Row | undefined>
}

/**
 * Declares how a list of the contract is read: its columns in SQL, and a query of all its rows. Filters, search, order,
 * pages and exports follow from these.
 *
 * @example
 * const storeSource = listSource({
 *   definition: storeList, // name, columns and default order, from the contract
 *   id: sql.ref('stores.id'),
 *   columns: { name: column('stores', 'name', 'name_folded'), is_active: column('stores', 'is_active') },
 *   tables: ['stores'], // a change of one of them ends the cached counts
 *   rows: (db) => db.selectFrom('stores').select(['id', 'name', 'is_active', 'version', 'updated_at']),
 * })
 * registerRoute(stores.index, ({ query, locale }) => allOrFile(reads, storeSource, query, locale))
 */
export const listSource = <Row, C extends string>(
  source: Omit<ListSource<Row, C>, 'totals' | 'pages' | 'sharedPages' | 'one'>,
): ListSource<Row, C> => ({
  ...source,
  totals: new TotalCache(source.tables),
  pages: memoizePerDatabase(() => new LRUCache({ max: MAX_CACHED })),
  sharedPages: memoizePerDatabase(() => coalesce<Page<Row>>()),
  one: rowReader(source),
})

function rowReader<Row>({ rows, id }: Pick<ListSource<Row>, 'rows' | 'id'>): ListSource<Row>['one'] {
  const one = compileQuery((db) => rows(db).where(id, '=', 0))
  const some = compileQuery<Row & { asked: number }>((db) =>
    rows(db).select(id.as('asked')).where(sql<boolean>`${id} = ANY(${[]}::int[])`),
  )
  const readAll = memoizePerDatabase((db: Kysely<Schema>) =>
    inBatches(async (ids: number[]) => {
      const [first] = ids
      if (first !== undefined && ids.length === 1)
        return new Map((await one(db, first)).map((row) => [first, row]))
      return new Map((await some(db, ids)).map(({ asked, ...row }) => [asked, row as Row]))
    }),
  )
  return async (db, wanted) => {
    if (db.isTransaction) return (await one(db, wanted))[0]
    const row = await readAll(db)(wanted)
    return row && { ...row } // another caller may have asked for the same one
  }
}

/** The list restricted to these ids, for one request; cached totals and pages of the whole list do not apply. */
export const restrictedToIds = <Row, C extends string>(source: ListSource<Row, C>, ids: readonly number[]) =>
  listSource<Row, C>({
    ...source,
    rows: (db) => source.rows(db).where(sql<boolean>`${source.id} = ANY(${ids})`), // one parameter, however many ids
  })

/** A column of a table, with its folded column when it has one. */
export const column = (table: string, name: string, folded?: string): ColumnSource => ({
  value: sql.ref(`${table}.${name}`),
  ...(folded ? { folded: sql.ref(`${table}.${folded}`) } : {}),
})

/** The lists of single records, by id or another key. Recently used ones are cached with their totals and queries. */
export function sourcePer<Key extends number | string, Row, C extends string>(
  make: (key: Key) => ListSource<Row, C>,
) {
  const cache = new LRUCache<Key, ListSource<Row, C>>({ max: 100 })
  return (key: Key): ListSource<Row, C> => {
    const source = cache.get(key) ?? make(key)
    cache.set(key, source)
    return source
  }
}

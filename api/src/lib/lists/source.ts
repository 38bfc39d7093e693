import type { ListDefinition, ListRequest } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { type CompiledQuery, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { compiledOnce } from '../database/compiled-query.ts'
import type { Schema } from '../database/schema.ts'
import { memoizePerDatabase } from './per-database.ts'
import { LATELY, TotalCache } from './totals.ts'

// biome-ignore-start lint/suspicious/noExplicitAny: a list engine works on queries whose tables it does not know
/** A select of rows over any of our tables; the feature that writes it has its names checked there. */
export type RowQuery<Row> = SelectQueryBuilder<any, any, Row>
export type AnyQuery = RowQuery<any>
// biome-ignore-end lint/suspicious/noExplicitAny: see above

/** Where a column of a list comes from. */
export interface ColumnSource {
  /** What it sorts and is filtered by, as `table.column` or an expression; also what files hold of it. */
  value: RawBuilder<unknown>
  /** What files hold instead. */
  shown?: RawBuilder<unknown>
  /** How files read what they hold of it, when it is not a plain value. */
  read?: (held: never, locale: Locale) => string
  /** For text: the folded twin that filters look into; `value` folded when absent. */
  folded?: RawBuilder<unknown>
  /** Whether that twin is one of `foldCompact`. */
  compact?: boolean
  /** Where its value is one of many that a row has: which rows have one of which a condition holds. */
  within?: (condition: RawBuilder<boolean>) => RawBuilder<boolean>
  /** For text of a table that keeps an index of the parts of words: see search.ts. */
  parts?: { table: string; value: RawBuilder<unknown> }
}

/** What each row of a page carries of the whole list: its change counter, and the number of matches where it was counted. */
export interface PageRow {
  changes: number
  matching?: number
}

/** How a list of the contract is read from the database. */
export interface ListSource<Row, C extends string = string> {
  definition: ListDefinition<C>
  id: RawBuilder<number>
  columns: Record<C, ColumnSource>
  /** Where the filters come from that are no columns. */
  filters?: Record<string, ColumnSource>
  /** Tables whose changes can change the list: totals are counted anew when one of them has changed. */
  tables: readonly (keyof Schema)[]
  /** Tables of which it reads what changes together with one of `tables` alone, so that their counters say all. */
  tellsOf?: readonly (keyof Schema)[]
  /** All rows as the contract shows them: FROM, JOINs and SELECT, without WHERE and ORDER. */
  rows(db: Kysely<Schema>): RowQuery<Row>
  /** How many rows match, where that is known without counting them; nothing where it is not. */
  known?: (db: Kysely<Schema>, request: ListRequest) => AnyQuery | undefined
  totals: TotalCache
  /** Queries of pages that were asked for lately, compiled. */
  pages: (db: object) => LRUCache<string, CompiledQuery<Row & PageRow>>
  /** The row of an id. */
  one: (db: Kysely<Schema>, id: number) => Promise<Row[]>
}

/** Declares how a list is read. */
export const listSource = <Row, C extends string>(
  source: Omit<ListSource<Row, C>, 'totals' | 'pages' | 'one'>,
): ListSource<Row, C> => ({
  ...source,
  totals: new TotalCache(source.tables),
  pages: memoizePerDatabase(() => new LRUCache({ max: LATELY })),
  one: compiledOnce((db) => source.rows(db).where(source.id, '=', 0)),
})

/** A list of these records alone, for one call: what is remembered of the whole list's totals and pages is not of it. */
export const ofThese = <Row, C extends string>(source: ListSource<Row, C>, ids: readonly number[]) =>
  listSource<Row, C>({
    ...source,
    rows: (db) => source.rows(db).where(sql<boolean>`${source.id} = ANY(${ids})`), // one parameter, however many ids
  })

/** A column of a table, with its folded twin when it has one. */
export const column = (table: string, name: string, folded?: string): ColumnSource => ({
  value: sql.ref(`${table}.${name}`),
  ...(folded ? { folded: sql.ref(`${table}.${folded}`) } : {}),
})

/**
 * The lists that records have of their own, by the record's id or another key. Those that were asked for lately are
 * kept, with the totals and queries that they remember.
 */
export function sourcePer<Key extends number | string, Row, C extends string>(
  make: (key: Key) => ListSource<Row, C>,
) {
  const lately = new LRUCache<Key, ListSource<Row, C>>({ max: 100 })
  return (key: Key): ListSource<Row, C> => {
    const source = lately.get(key) ?? make(key)
    lately.set(key, source)
    return source
  }
}

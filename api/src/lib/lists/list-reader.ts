import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { type Reader, type ReadFrom, Reads } from './replica/reads.ts'
import type { ColumnSource, ListSource } from './source.ts'

/** Returns the reader of a list for one request: the primary or the replica, see replica/. */
export const readerOf = async <Row, C extends string>(
  from: ReadFrom,
  source: ListSource<Row, C>,
): Promise<Reader> =>
  from instanceof Reads ? from.reader((db) => sqlWords(db, source)) : (work) => work(from)

const known = new WeakMap<object, ReadonlySet<string>>()

/** The words of a list's SQL, which include the names of all tables that it reads. */
function sqlWords<Row, C extends string>(db: Kysely<Schema>, source: ListSource<Row, C>) {
  const words = known.get(source) ?? wordsIn(db, source)
  known.set(source, words)
  return words
}

function wordsIn<Row, C extends string>(db: Kysely<Schema>, source: ListSource<Row, C>) {
  const columns = [...Object.values(source.columns), ...Object.values(source.filters ?? {})] as ColumnSource[]
  const values = columns.flatMap(({ value, exported = value, folded = value }) => [value, exported, folded])
  const rows = source.rows(db).compile().sql
  const text = [rows, ...values.map((value) => sql`${value}`.compile(db).sql)].join(' ')
  const words = new Set(text.match(/\w+/g))
  for (const table of source.countedWith ?? []) words.delete(table)
  return words.union(new Set<string>(source.tables))
}

import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { type ListDatabase, ReplicaRouter, type RunRead } from './replica/replica-router.ts'
import type { ColumnSource, ListSource } from './source.ts'

/** Chooses the server that answers a list's request: the primary or the replica, see replica/. */
export const chooseServer = async <Row, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
): Promise<RunRead> =>
  from instanceof ReplicaRouter ? from.choose((db) => sqlWords(db, source)) : (work) => work(from)

const wordsBySource = new WeakMap<object, ReadonlySet<string>>()

/** The words of a list's SQL, which include the names of all tables that it reads. */
function sqlWords<Row, C extends string>(db: Kysely<Schema>, source: ListSource<Row, C>) {
  const words = wordsBySource.get(source) ?? wordsIn(db, source)
  wordsBySource.set(source, words)
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

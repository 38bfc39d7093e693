import { openDatabase } from '../src/lib/database/database.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import type { TestApp } from './app.ts'

/** A second node's connections to the database. Closed after the file's tests and their apps. */
export async function secondNode({
  config,
  database,
  atEnd,
}: Pick<TestApp, 'config' | 'database' | 'atEnd'>) {
  const second = await openDatabase<Schema>({
    dataDir: config.dataDir,
    databaseUrl: database.pool.options.connectionString,
    waitMs: 60_000,
    log: () => {},
  })
  atEnd(() => second.close())
  return second
}

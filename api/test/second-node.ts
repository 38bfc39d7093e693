import { afterAll } from 'vitest'
import { openDatabase } from '../src/kit/db/db.ts'
import type { Schema } from '../src/kit/db/schema.ts'
import type { startApp } from './app.ts'

type App = Pick<Awaited<ReturnType<typeof startApp>>, 'config' | 'database'>

/** The database as another node sees it, with connections of its own. Closed after the file's tests. */
export async function secondNode({ config, database }: App) {
  const { connectionString: databaseUrl } = database.pool.options
  const second = await openDatabase<Schema>({
    dataDir: config.dataDir,
    databaseUrl,
    waitMs: 60_000,
    log: () => {},
  })
  afterAll(() => second.close())
  return second
}

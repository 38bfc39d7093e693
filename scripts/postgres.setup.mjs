// Vitest runs this before the tests of each project that needs a database: the first starts the server of the run.
import { startPostgres } from '../api/test/postgres.ts'

export async function setup() {
  if (process.env.KONTOR_TEST_DATABASE_URL) return undefined
  const server = await startPostgres({ autovacuum: 'off' })
  process.env.KONTOR_TEST_DATABASE_URL = server.url
  return server.stop
}

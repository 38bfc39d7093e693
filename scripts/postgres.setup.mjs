// Vitest's global setup of each project that needs a database: the first call starts the server.
import { startPostgres } from '../api/test/postgres.ts'

export async function setup() {
  if (process.env.KONTOR_TEST_DATABASE_URL) return undefined
  const server = await startPostgres({ autovacuum: 'off' })
  process.env.KONTOR_TEST_DATABASE_URL = server.url
  return server.stop
}

// Vitest runs this before the tests that need a database, and only when some of them were asked for.
import { startPostgres } from './postgres.ts'

export async function setup() {
  const server = await startPostgres({ autovacuum: 'off' })
  process.env.KONTOR_TEST_DATABASE_URL = server.url
  return server.stop
}

// Vitest runs this before the tests on PostgreSQL, and only when some of them were asked for.
import { startPostgres } from './postgres.cjs'

export async function setup() {
  const server = await startPostgres()
  process.env.KONTOR_TEST_DATABASE_URL = server.url
  return server.stop
}

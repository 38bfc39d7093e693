import pg from 'pg'

/** The server of the run: an address that may create databases. */
function adminUrl() {
  const url = process.env.KONTOR_TEST_DATABASE_URL
  if (!url) throw new Error('The setup of the tests has started no server.')
  return url
}

/** The address of one of its databases; by default the maintenance database. */
export function serverUrl(database?: string): string {
  const url = new URL(adminUrl())
  if (database) url.pathname = `/${database}`
  return url.href
}

/** Runs one statement in the maintenance database. */
export async function asAdmin(sql: string) {
  const client = new pg.Client({ connectionString: adminUrl(), statement_timeout: 120_000 })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

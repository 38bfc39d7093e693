// A migrated database that every test file copies.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../src/lib/database/database.ts'
import { serverUrl } from './test-server.ts'

export const migrationsDir = resolve(import.meta.dirname, '../migrations')

const database = resolve(import.meta.dirname, '../src/lib/database')

/** A hash of what the template depends on: the code that opens a database, and the migrations. */
function stamp(): string {
  const opening = ['collation.ts', 'database.ts', 'migrate.ts', '../jobs/boss.ts'].map((file) =>
    join(database, file),
  )
  const files = [...opening, ...readdirSync(migrationsDir).map((file) => join(migrationsDir, file))]
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(basename(file)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** The name of the template on the tests' server; the first caller creates it, while the others wait. */
export async function templateDatabase(): Promise<string> {
  const name = `kontor_template_${stamp()}`
  const client = new pg.Client({ connectionString: serverUrl(), statement_timeout: 120_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const { rows } = await client.query(
      `select datname from pg_database where datname like 'kontor\\_template\\_%'`,
    )
    if (rows.some(({ datname }) => datname === name)) return name
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`) // of other migrations
    const half = `${name}_new`
    await client.query(`create database ${half} template template0 encoding 'UTF8'`)
    await (
      await openDatabase({ dataDir: tmpdir(), databaseUrl: serverUrl(half), migrationsDir, log: () => {} })
    ).close()
    await client.query(`alter database ${half} rename to ${name}`)
    return name
  } finally {
    await client.end() // releases the lock as well
  }
}

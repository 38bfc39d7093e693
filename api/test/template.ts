// Databases that are made once and copied by every test file: making one takes the engine seconds, copying none.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../src/kit/db/db.ts'
import { serverUrl } from './test-server.ts'

export const migrationsDir = resolve(import.meta.dirname, '../migrations')

const kit = resolve(import.meta.dirname, '../src/kit')

/** What the templates depend on: the engine that is installed, how it is opened, and the migrations. */
function stamp(migrated: boolean): string {
  const engine = statSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')).mtimeMs
  const hash = createHash('sha256').update(String(engine))
  const opening = [
    'db/collation.ts',
    'db/db.ts',
    'db/migrate.ts',
    'embedded/embedded.ts',
    'embedded/worker.ts',
  ]
  const files = opening.map((file) => join(kit, file))
  if (migrated) for (const file of readdirSync(migrationsDir).sort()) files.push(join(migrationsDir, file))
  for (const file of files) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Puts a fresh embedded database into a folder. `cp` takes an eighth of the time that `fs.cp` takes here. */
export async function copyEmbedded(dataDir: string, migrated: boolean) {
  const template = await embeddedTemplate(migrated)
  await promisify(execFile)('cp', ['-R', join(template, 'db'), join(dataDir, 'db')])
}

const kept = resolve(import.meta.dirname, '../../node_modules/.cache/kontor-tests')

async function embeddedTemplate(migrated: boolean): Promise<string> {
  const template = join(kept, stamp(migrated))
  if (existsSync(template)) return template
  mkdirSync(kept, { recursive: true })
  const own = mkdtempSync(join(kept, 'half-'))
  const options = { dataDir: own, pageCacheMb: 16, log: () => {} }
  const database = await openDatabase({ ...options, ...(migrated && { migrationsDir }) })
  await database.close()
  const current = [stamp(true), stamp(false)]
  for (const old of readdirSync(kept).filter((name) => !name.startsWith('half-') && !current.includes(name)))
    rmSync(join(kept, old), { recursive: true, force: true })
  try {
    renameSync(own, template)
  } catch {
    rmSync(own, { recursive: true }) // another test file was first
  }
  return template
}

/** The name of a migrated database on the tests' server; made by the first that asks, while the others wait. */
export async function templateDatabase(): Promise<string> {
  const name = `kontor_template_${stamp(true)}`
  const client = new pg.Client(serverUrl())
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
    await client.end() // and with it the lock
  }
}

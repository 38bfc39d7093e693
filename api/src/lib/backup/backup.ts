// A backup: an archive of the database and its files, restored into an empty database.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import { StartupError } from '../database/database-errors.ts'
import { HttpError } from '../http/http-error.ts'
import type { StorageDriver } from '../storage/driver.ts'
import { requireStorageLocation } from '../storage/location.ts'
import type { StorageLocation } from '../storage/settings.ts'
import { openStorageDriver } from '../storage/storage.ts'
import { type AddFile, writeArchive } from './archive.ts'
import { findTables, readRows, readSequences, type Table } from './copy-tables.ts'

/**
 * The manifest. An archive has `manifest.json`, `tables/<name>.jsonl` with one row per line, and `files/**` as under
 * DATA_DIR. `migrations` is the version of the schema; row counts and SHA-256 digests of the .jsonl files verify the
 * tables.
 */
export const Manifest = z.object({
  format: z.literal(1),
  created_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), applied_at: z.string() })),
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  sequences: z.record(z.string(), z.string().check(z.regex(/^[1-9]\d{0,17}$/))),
  files: z.number(),
})
export type Manifest = z.infer<typeof Manifest>
type Digest = Manifest['tables'][string]

/**
 * By table, the SQL condition of rows that are user content. Other rows are as the migrations insert them into every
 * new database.
 */
export const CONTENT = new Map([['settings', 'version > 1']])

/**
 * Tables that a backup leaves out: sessions, sign-in attempts, events, derived counts, the storage location, and what
 * the manifest has.
 */
const LEFT_OUT = new Set([
  'sessions',
  'login_attempts',
  'known_devices',
  'sign_in_tickets',
  'passkey_challenges',
  'sign_ins',
  'password_links',
  'mails', // of versions before pg-boss
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_health',
  'events',
  'change_counters',
  'storage_location',
  'schema_migrations',
])

/** The tables that a backup contains. */
export const tablesToBackUp = async (client: PoolClient) =>
  (await findTables(client)).filter(({ name }) => !LEFT_OUT.has(name))

export const tablePath = (name: string) => `tables/${name}.jsonl`
export const FILES = 'files'

/**
 * Writes a backup of the database and of the files in `location` (none when undefined) to `path`; returns its manifest.
 * Tables are read in one transaction, so they agree with each other. Files are copied after it. A file never changes
 * and is written before the row that names it, so every file of the snapshot exists unless it was removed meanwhile;
 * then the backup fails. Throws StartupError, also when the server has its files elsewhere. Ends after
 * the running statement when `signal` is aborted.
 */
export async function writeBackup(
  pool: Pool,
  path: string,
  location: StorageLocation | undefined,
  signal?: AbortSignal,
): Promise<Manifest> {
  if (existsSync(path)) throw new StartupError(`${path} exists already: choose another name.`)
  await removePartialFiles(dirname(path))
  const driver = location && openStorageDriver(location)
  const before = await listFiles(driver)
  const write = async (add: AddFile) => {
    const created_at = new Date().toISOString()
    const tables = await inSnapshot(pool, async (client) => {
      if (location) await requireStorageLocation(client, location)
      return addTables(client, add)
    })
    const files = await addFiles(driver, before, add)
    const manifest: Manifest = { format: 1, created_at, ...tables, files }
    await add('manifest.json', Readable.from(JSON.stringify(manifest, null, 2)))
    return manifest
  }
  return writeArchive(path, write, signal)
}

/** `kontor-20260131-235959.zip` for a time, in UTC. */
export function backupName(at: Date, prefix = 'kontor') {
  const [day, time] = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T')
  return `${prefix}-${day}-${time}.zip`
}

/** What a backup writes to until it is complete. */
const HALF = /^\.(kontor(?:-auto)?)-\d{8}-\d{6}\.zip\.new$/
const DAY = 24 * 3_600_000

/**
 * Removes what killed backups have left in a folder, because it takes the room of the next one: all with the prefix
 * `idlePrefix`, of which none runs, and others to which nothing was written for a day.
 */
export async function removePartialFiles(folder: string, idlePrefix?: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    const prefix = HALF.exec(name)?.[1]
    if (!prefix) continue
    const path = join(folder, name)
    const written = prefix === idlePrefix ? 0 : (await stat(path).catch(() => undefined))?.mtimeMs
    if (written !== undefined && written < Date.now() - DAY) await rm(path, { force: true })
  }
}

/** Runs `read` in one repeatable-read snapshot of the database. */
export async function inSnapshot<T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await configureTransaction(client)
    return await read(client)
  } finally {
    await client.query('rollback').catch(() => {}) // the pool discards a client that cannot even roll back
    client.release()
  }
}

/**
 * Prepares the transaction of a backup or a restore: no timeouts, the same text form of values on every server, no
 * audit triggers.
 */
export async function configureTransaction(client: PoolClient) {
  for (const setting of [
    `statement_timeout = 0`,
    `idle_in_transaction_session_timeout = 0`,
    `timezone = 'UTC'`,
    `datestyle = 'ISO'`,
    `intervalstyle = 'postgres'`,
    `extra_float_digits = 1`,
    `bytea_output = 'hex'`,
    `kontor.history = 'off'`,
    `kontor.rules = 'off'`, // rows that break a rule were stored before the rule
    `kontor.sums = 'off'`, // rollups are part of the backup
  ])
    await client.query(`set local ${setting}`)
}

async function addTables(client: PoolClient, add: AddFile) {
  const known = await client.query(`select to_regclass('schema_migrations') is not null as known`)
  if (!known.rows[0].known) throw new StartupError('The database is empty: there is nothing to back up.')
  const migrations = await client.query<Manifest['migrations'][number]>(
    `select name, checksum, applied_at::text from schema_migrations order by name collate "C"`,
  )
  const tables: Manifest['tables'] = {}
  for (const table of await tablesToBackUp(client)) {
    const digest = tableDigest()
    await add(tablePath(table.name), digest.watch(tableText(client, table)))
    tables[table.name] = digest.result()
  }
  return { migrations: migrations.rows, tables, sequences: await readSequences(client) }
}

/** Row count and digest of a table. Needs a transaction with `configureTransaction`. */
export async function digestOf(client: PoolClient, table: Table): Promise<Digest> {
  const digest = tableDigest()
  for await (const _ of digest.watch(tableText(client, table)));
  return digest.result()
}

async function* tableText(client: PoolClient, table: Table) {
  for await (const lines of readRows(client, table)) yield `${lines.join('\n')}\n`
}

/** Counts and hashes the lines that pass through. */
export function tableDigest() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    async *watch<Chunk extends string | Buffer>(chunks: AsyncIterable<Chunk>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) rows++
        yield chunk
      }
    },
    result: (): Digest => ({ rows, sha256: hash.digest('hex') }),
  }
}

async function addFiles(driver: StorageDriver | undefined, before: Set<string>, add: AddFile) {
  if (!driver) return 0
  const files = before.union(await listFiles(driver))
  for (const name of files) {
    const content = await driver.read(name).catch((error) => {
      if (!(error instanceof HttpError)) throw error
      throw new StartupError('A file was deleted during the backup: run it again.')
    })
    await add(`${FILES}/${name}`, content, { compress: false }).catch((cause: Error) => {
      if (cause.name === 'AbortError') throw cause
      throw new StartupError(`The file ${name} could not be put into the backup: ${cause.message}.`, {
        cause,
      })
    })
  }
  return files.size
}

/** Paths of the files; names that begin with a dot are not user content. */
const listFiles = async (driver: StorageDriver | undefined) =>
  new Set((await driver?.list())?.filter((path) => !/(^|\/)\.[^/]*$/.test(path)))

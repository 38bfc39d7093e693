import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import { isDatabaseError, StartupError } from '../database/database-errors.ts'
import { isNewer, prerelease, readMigrations } from '../database/migrate.ts'
import { openUploadSpool } from '../storage/documents.ts'
import { requireOwnFiles, takeStorageLocation } from '../storage/location.ts'
import type { StorageLocation } from '../storage/settings.ts'
import { openStorageDriver } from '../storage/storage.ts'
import { type Archive, openArchive } from './archive.ts'
import {
  CONTENT,
  configureTransaction,
  digestOf,
  FILES,
  Manifest,
  tableDigest,
  tablePath,
  tablesToBackUp,
} from './backup.ts'
import {
  dropEverything,
  emptyTables,
  hasRows,
  withoutOrder,
  writeRows,
  writeSequences,
} from './copy-tables.ts'

type RestoreOptions = StorageLocation & {
  /** A migrated database that nothing else uses. */
  pool: Pool
  /** Path of the backup. */
  path: string
  migrationsDir: string
  /** Whether existing content may be discarded. */
  replace: boolean
  /** Whether messages that waited are not sent any more. */
  quiet?: boolean
  log: (line: string) => void
}

/**
 * Restores a backup in one transaction: killed at any moment, the database is either unchanged or complete. The schema
 * is built as of the backup; the next start migrates it. The archive is verified before anything is written, and every
 * table is read back and compared before the commit. Throws StartupError when the backup is damaged or from a newer
 * version, or when the database is not empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { pool, path, migrationsDir, replace, quiet, log } = options
  const archive = await openArchive(path).catch((error) => failRestore(path, error))
  const client = await pool.connect()
  try {
    const manifest = await verify(archive).catch((error) => failRestore(path, error))
    const migrations = await migrationsOf(manifest, migrationsDir)
    await client.query('begin')
    await configureTransaction(client)
    if (!replace) {
      await requireEmpty(client)
      await requireOwnFiles(client, options)
    }
    await writeFiles(archive, options) // before the rows that name them: a sweep removes files without rows
    await buildSchema(client, migrations)
    await withFormerColumns(client, manifest, () => loadTables(client, archive, manifest, log))
    if (quiet) for (const statement of QUIET) await client.query(statement)
    const markFiles = await takeStorageLocation(client, options)
    await client.query('commit')
    await markFiles()
    return manifest
  } catch (error) {
    const lockTimeout = isDatabaseError(error) && error.code === '55P03'
    throw lockTimeout
      ? new StartupError('The database is in use: stop every Kontor that uses it first.')
      : error
  } finally {
    client.release(true) // closes the connection, which rolls back
    archive.close()
  }
}

/** Ends what the next start would send before anybody can stop it: the baseline has these columns already. */
const QUIET = [
  `update notifications set is_cancelled = true where state = 'scheduled'`,
  `update sliders set is_push_due = false where is_push_due`,
  `update push_deliveries set status = 'failed', error = 'expired' where status = 'pending'`,
]

/** Verifies an archive without writing. Throws StartupError like `restoreBackup`. */
export async function checkBackup(path: string) {
  const archive = await openArchive(path).catch((error) => failRestore(path, error))
  await verify(archive)
    .catch((error) => failRestore(path, error))
    .finally(() => archive.close())
}

function failRestore(path: string, error: Error): never {
  throw new StartupError(`${basename(path)} cannot be restored (${error.message}); nothing was changed.`, {
    cause: error,
  })
}

/** Reads the whole archive once and compares it with its manifest. */
async function verify(archive: Archive): Promise<Manifest> {
  const parsed = z.safeParse(Manifest, JSON.parse(await text(archive.read('manifest.json'))))
  if (!parsed.success) throw new Error('its manifest is not one of this version of Kontor')
  const manifest = parsed.data
  const files = archive.names.filter((name) => name.startsWith(`${FILES}/`))
  if (files.length !== manifest.files) throw new Error('files are missing')
  for (const name of files) for await (const _ of archive.read(name));
  for (const [name, { rows, sha256 }] of Object.entries(manifest.tables)) {
    const digest = tableDigest()
    for await (const _ of digest.watch(archive.read(tablePath(name))));
    const found = digest.result()
    if (found.rows !== rows) throw new Error(`table ${name} has ${found.rows} rows instead of ${rows}`)
    if (found.sha256 !== sha256) throw new Error(`table ${name} is damaged`)
  }
  return manifest
}

/** The backup's migrations with their SQL. They must be the first ones of this version, or all of them. */
async function migrationsOf(manifest: Manifest, dir: string) {
  const migrations = await readMigrations(dir)
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  return withBaseline(manifest.migrations).map(({ name, checksum, applied_at }) => {
    const migration = known.get(name)
    if (!migration && isNewer(name, migrations))
      throw new StartupError(
        `The backup has migration ${name}, which this version of Kontor does not know: restore it with the newer version.`,
      )
    if (!migration)
      throw new StartupError(
        `The backup has migration ${name}, which is no longer part of Kontor: restore it with the last version that has it, start that version once and make a backup there.`,
      )
    if (migration.checksum === checksum || prerelease.get(checksum) === name)
      return { ...migration, applied_at }
    throw new StartupError(`Migration ${name} is not the one that the backup was made with.`)
  })
}

// Until 25 November 2026 there were 49 migrations. The baseline creates the same tables; some tables and columns have other
// names. A test compared them.
const before = {
  migrations: 49,
  digest: 'd4432fab3ea9dc4ebdc2bcf8173f1e4c1175cf66d27527c5c4389aff18c6fadc',
  /** Their names in backups of that time, by their current names. */
  tables: new Map([
    ['orders_daily', 'order_days'],
    ['catalogue_orders_daily', 'catalogue_order_days'],
    ['product_demand_daily', 'asked_days'],
    ['campaign_buyer_deltas', 'campaign_buyers_noted'],
  ]),
  /** Columns of tables that a backup holds: the name of today, the name in backups of builds before 1.0.0. */
  columns: [
    ['import_rows', 'excluded_from_undo', 'stays'],
    ['products', 'quantity_set_at', 'quantity_at'],
    ['products', 'previous_quantity_set_at', 'quantity_at_before'],
    ['idempotency_keys', 'response', 'answer'],
    ['webhook_secrets', 'expires_at', 'ends_at'],
    ['cart_sums', 'undelivered_items', 'waiting'],
    ['cart_sums', 'undelivered_total', 'waiting_total'],
    ['cart_sums', 'undelivered_pieces', 'waiting_pieces'],
    ['campaign_sums', 'partners', 'named'],
    ['campaign_sums', 'cash_used', 'used'],
    ['campaign_buyers', 'cash_used', 'used'],
  ],
}

/** Runs `load` while the columns have the names that they have in the backup. */
async function withFormerColumns(client: PoolClient, manifest: Manifest, load: () => Promise<void>) {
  const isFormer = withBaseline(manifest.migrations).some(({ checksum }) => prerelease.has(checksum))
  const renamed = isFormer ? before.columns : []
  for (const [table, now, then] of renamed)
    await client.query(`alter table ${table} rename column ${now} to ${then}`)
  await load()
  for (const [table, now, then] of renamed)
    await client.query(`alter table ${table} rename column ${then} to ${now}`)
}

/** The sequences of a backup by their current names. */
function sequencesOf({ sequences, tables }: Manifest) {
  const former = [...before.tables].filter(([, name]) => tables[name])
  const renamed = (sequence: string) => {
    const [now, then] = former.find(([, name]) => sequence.startsWith(`${name}_`)) ?? []
    return now && then ? now + sequence.slice(then.length) : sequence
  }
  return Object.fromEntries(Object.entries(sequences).map(([name, value]) => [renamed(name), value]))
}

/** The migrations of a backup, with the baseline in place of the former 49. */
function withBaseline(applied: Manifest['migrations']): Manifest['migrations'] {
  const last = applied.at(-1)
  if (!last || applied.length !== before.migrations) return applied
  const lines = applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')
  if (createHash('sha256').update(lines).digest('hex') !== before.digest) return applied
  return [...prerelease].slice(0, 1).map(([checksum, name]) => ({ ...last, checksum, name }))
}

/** A table with data of the office; undefined in an empty database. */
export async function tableWithData(client: PoolClient) {
  for (const table of await tablesToBackUp(client))
    if (await hasRows(client, table, CONTENT.get(table.name))) return table.name
  return undefined
}

async function requireEmpty(client: PoolClient) {
  const table = await tableWithData(client)
  if (table)
    throw new StartupError(
      `The database is not empty (there are ${table}): nothing was changed. With --replace it is backed up and replaced.`,
    )
}

/** Creates the schema of the backup's version with empty tables. */
async function buildSchema(client: PoolClient, migrations: Awaited<ReturnType<typeof migrationsOf>>) {
  await client.query(`set local lock_timeout = '10s'`)
  await dropEverything(client, 'schema_migrations')
  for (const { sql } of migrations) await client.query(sql)
  await client.query('delete from schema_migrations')
  for (const { name, checksum, applied_at } of migrations)
    await client.query('insert into schema_migrations values ($1, $2, $3)', [name, checksum, applied_at])
  const filled = []
  for (const table of await tablesToBackUp(client)) if (await hasRows(client, table)) filled.push(table)
  await emptyTables(client, filled) // rows that a migration inserted; the history, which forbids deleting, has none
}

async function loadTables(
  client: PoolClient,
  archive: Archive,
  manifest: Manifest,
  log: (line: string) => void,
) {
  const tables = await tablesToBackUp(client)
  /** The name of a table in the backup. */
  const nameIn = (name: string) => (manifest.tables[name] ? name : (before.tables.get(name) ?? name))
  await withoutOrder(client, async () => {
    for (const table of tables) {
      await writeRows(client, table, linesOf(archive.read(tablePath(nameIn(table.name)))))
      log(`  ${table.name}: ${manifest.tables[nameIn(table.name)]?.rows} rows`)
    }
  })
  await writeSequences(client, sequencesOf(manifest))
  for (const table of tables) {
    const { rows, sha256 } = await digestOf(client, table)
    const expected = manifest.tables[nameIn(table.name)]
    if (rows !== expected?.rows || sha256 !== expected.sha256)
      throw new StartupError(
        `Table ${table.name} differs from the backup after loading: nothing was changed.`,
      )
  }
}

/** Not node:readline, which also splits lines at U+2028. */
async function* linesOf(chunks: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Stores the files as uploads are stored. */
async function writeFiles(archive: Archive, location: StorageLocation) {
  const driver = openStorageDriver(location)
  const arrivals = openUploadSpool(location)
  for (const name of archive.names.filter((name) => name.startsWith(`${FILES}/`))) {
    const inbox = arrivals.inbox() // one folder per file, so that a file leaves the disk as soon as the bucket has it
    try {
      const content = Readable.from(archive.read(name))
      const arrived = await inbox.receive(content, basename(name), Number.POSITIVE_INFINITY)
      await driver.put(name.slice(FILES.length + 1), arrived)
    } finally {
      await inbox.empty()
    }
  }
}

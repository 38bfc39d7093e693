import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import { isDatabaseError, StartupError } from '../database/database-errors.ts'
import { isNewer, prerelease, readMigrations } from '../database/migrate.ts'
import { openUploadSpool } from '../storage/documents.ts'
import type { StorageLocation } from '../storage/location.ts'
import { openStorageDriver } from '../storage/storage.ts'
import { type Archive, openArchive } from './archive.ts'
import {
  CONTENT,
  configureTransaction,
  FILES,
  Manifest,
  prove,
  proveTable,
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
  /** A migrated database that nobody else uses. */
  pool: Pool
  /** The backup. */
  path: string
  migrationsDir: string
  /** Whether what is in the database may be thrown away. */
  replace: boolean
  log: (line: string) => void
}

/**
 * Makes the database what it was when the backup was made, in one transaction: killed at any moment, it leaves the
 * database as it was or complete. The schema is built as of the backup; the next start migrates it to today's.
 *
 * Everything is read once before anything is written, and every table is read back and compared before the commit.
 * Throws StartupError when the backup is damaged or from a newer version, or when the database is not empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { pool, path, migrationsDir, replace, log } = options
  const archive = await openArchive(path).catch((error) => failRestore(path, error))
  const client = await pool.connect()
  try {
    const manifest = await verify(archive).catch((error) => failRestore(path, error))
    const migrations = await migrationsOf(manifest, migrationsDir)
    await client.query('begin')
    await configureTransaction(client)
    if (!replace) await requireEmpty(client)
    await writeFiles(archive, options) // before the rows that name them: without a row they are swept
    await buildSchema(client, migrations)
    await withFormerColumns(client, manifest, () => loadTables(client, archive, manifest, log))
    await client.query('commit')
    return manifest
  } catch (error) {
    const lockTimeout = isDatabaseError(error) && error.code === '55P03'
    throw lockTimeout
      ? new StartupError('The database is in use: stop every Kontor that uses it first.')
      : error
  } finally {
    client.release(true) // what was not committed goes with the connection
    archive.close()
  }
}

/** Throws StartupError like `restoreBackup` for an archive that cannot be restored, and writes nothing. */
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
    const proof = prove()
    for await (const _ of proof.watch(archive.read(tablePath(name))));
    const found = proof.result()
    if (found.rows !== rows) throw new Error(`table ${name} has ${found.rows} rows instead of ${rows}`)
    if (found.sha256 !== sha256) throw new Error(`table ${name} is damaged`)
  }
  return manifest
}

/** The backup's migrations with their SQL, which must be those of this version or the first of them. */
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

// Until 25 November 2026 there were 49 migrations. The baseline makes the same tables, some tables and columns by other
// names; it was compared with them.
const before = {
  migrations: 49,
  digest: 'd4432fab3ea9dc4ebdc2bcf8173f1e4c1175cf66d27527c5c4389aff18c6fadc',
  /** Their names in backups of that time, by their names of today. */
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

/** The sequences of a backup by their names of today. */
function sequencesOf({ sequences, tables }: Manifest) {
  const former = [...before.tables].filter(([, name]) => tables[name])
  const renamed = (sequence: string) => {
    const [now, then] = former.find(([, name]) => sequence.startsWith(`${name}_`)) ?? []
    return now && then ? now + sequence.slice(then.length) : sequence
  }
  return Object.fromEntries(Object.entries(sequences).map(([name, value]) => [renamed(name), value]))
}

/** The migrations of a backup, with the baseline in place of the 49 before it. */
function withBaseline(applied: Manifest['migrations']): Manifest['migrations'] {
  const last = applied.at(-1)
  if (!last || applied.length !== before.migrations) return applied
  const lines = applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')
  if (createHash('sha256').update(lines).digest('hex') !== before.digest) return applied
  return [...prerelease].slice(0, 1).map(([checksum, name]) => ({ ...last, checksum, name }))
}

async function requireEmpty(client: PoolClient) {
  for (const table of await tablesToBackUp(client)) {
    if (await hasRows(client, table, CONTENT.get(table.name)))
      throw new StartupError(
        `The database is not empty (there are ${table.name}): nothing was changed. With --replace it is backed up and replaced.`,
      )
  }
}

/** Leaves the tables as they were in the version of the backup, and empty. */
async function buildSchema(client: PoolClient, migrations: Awaited<ReturnType<typeof migrationsOf>>) {
  await client.query(`set local lock_timeout = '10s'`)
  await dropEverything(client, 'schema_migrations')
  for (const { sql } of migrations) await client.query(sql)
  await client.query('delete from schema_migrations')
  for (const { name, checksum, applied_at } of migrations)
    await client.query('insert into schema_migrations values ($1, $2, $3)', [name, checksum, applied_at])
  const filled = []
  for (const table of await tablesToBackUp(client)) if (await hasRows(client, table)) filled.push(table)
  await emptyTables(client, filled) // by a migration; the history, which refuses it, never is
}

async function loadTables(
  client: PoolClient,
  archive: Archive,
  manifest: Manifest,
  log: (line: string) => void,
) {
  const tables = await tablesToBackUp(client)
  /** A table by the name that it has in the backup. */
  const nameIn = (name: string) => (manifest.tables[name] ? name : (before.tables.get(name) ?? name))
  await withoutOrder(client, async () => {
    for (const table of tables) {
      await writeRows(client, table, linesOf(archive.read(tablePath(nameIn(table.name)))))
      log(`  ${table.name}: ${manifest.tables[nameIn(table.name)]?.rows} rows`)
    }
  })
  await writeSequences(client, sequencesOf(manifest))
  for (const table of tables) {
    const { rows, sha256 } = await proveTable(client, table)
    const expected = manifest.tables[nameIn(table.name)]
    if (rows !== expected?.rows || sha256 !== expected.sha256)
      throw new StartupError(`Table ${table.name} did not come out as it went in: nothing was changed.`)
  }
}

/** Not node:readline, which ends a line at U+2028 too. */
async function* linesOf(chunks: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Stores the files as uploads are stored; existing ones stay. */
async function writeFiles(archive: Archive, place: StorageLocation) {
  const shelf = openStorageDriver(place)
  const arrivals = openUploadSpool(place)
  for (const name of archive.names.filter((name) => name.startsWith(`${FILES}/`))) {
    const inbox = arrivals.inbox() // one for each: what a bucket has is to leave the disk at once
    try {
      const content = Readable.from(archive.read(name))
      const arrived = await inbox.receive(content, basename(name), Number.POSITIVE_INFINITY)
      await shelf.put(name.slice(FILES.length + 1), arrived)
    } finally {
      await inbox.empty()
    }
  }
}

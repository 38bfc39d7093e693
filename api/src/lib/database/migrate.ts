import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseError, StartupError } from './database-errors.ts'

type Migration = { name: string; sql: string; checksum: string }

type Applied = { name: string; checksum: string }

/**
 * Checksums of the migrations of builds before 1.0.0. They create the same tables, but some columns,
 * functions and triggers with other names: a backup of such a build can be restored, but its database cannot be migrated.
 */
export const prerelease: ReadonlyMap<string, string> = new Map([
  ['550ccee811a1a6e8cc7de64501a0a338a75da78dee9fa0d0d3b9394f1d5f94da', '0001_baseline'],
  ['8debf25ceb03ed0babb790a6496b2ef5afdfdad13481488a384e30cdc85bc514', '0001_baseline'],
  ['7b43e240736ce75168963b22f24e1e7444f53a8da9a54a8d07628fc670ec6029', '0002_imports_in_one_transaction'],
  ['b0b1d2c92997885a848077eeb95f25fe57e929fd860294d0cbfcf3b522986c75', '0003_devices_of_sessions'],
  ['5eee40e8b35d89090afbd80a50cba4d8d4886e697f14b0b7bdc4789f9460c07a', '0003_devices_of_sessions'],
  ['fdd81208a674e3d52bf955cbbd6dd9c44ad3ee31c0994ef8f4cccdd8da231953', '0004_lines_beyond_the_stock'],
  ['ed133d112bd0591b044602d29879711aac119067b135007e32a8f558ecba1629', '0004_lines_beyond_the_stock'],
  ['07e7596bcf0e0666d656ebb8ae9136cbb35b7e9b7c5be1730523d7e4b89fecd4', '0005_as_old_as_before'],
  ['77b739d5a6d4dee40ad90688bcea8dcc9d9e6b01abcaabfe829ccedfa64a3d70', '0006_mails_are_jobs'],
])

const BEFORE_RELEASE =
  'The database is from a build before version 1.0.0: make a backup with that build (npm run backup) and restore it into a new data folder with this one (npm run restore).'

const lockKey = 5_668_667 // arbitrary, the same on every node ('KONTOR' on a telephone)

/**
 * Applies the new files of `dir` (`0001_name.sql`) in the order of their names and logs each. Each runs in one
 * transaction with its row in schema_migrations, so a killed run leaves only complete versions. One of several nodes
 * migrates; the others wait and then have nothing to apply. The pool must have no statement or query timeout. Throws
 * StartupError when a file fails, or when the applied migrations differ from the files.
 */
export async function migrate(pool: Pool, dir: string, log: (line: string) => void) {
  const migrations = await readMigrations(dir)
  const client = await pool.connect()
  try {
    // Frees the lock of a killed node before its statement ends. Not every platform supports this.
    await client.query("select set_config('client_connection_check_interval', '1s', false)").catch(() => {})
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = await readApplied(client)
    const pending = compare(migrations, applied)
    for (const migration of pending) {
      await apply(client, migration)
      log(`Migration ${migration.name} applied.`)
    }
  } finally {
    client.release(true) // ending the session frees the lock and resets what a migration may have SET
  }
}

/** The names of the files that are not applied yet; empty means ready. Throws like `migrate`. */
export async function pendingMigrations(pool: Pool, dir: string): Promise<string[]> {
  const migrations = await readMigrations(dir)
  const exists = await pool.query(`select to_regclass('schema_migrations') is not null as known`)
  const applied = exists.rows[0].known ? await readApplied(pool) : []
  return compare(migrations, applied).map(({ name }) => name)
}

/** Whether an unknown migration is newer than all known ones. Any other unknown migration was removed from Kontor. */
export const isNewer = (name: string, migrations: Pick<Migration, 'name'>[]) =>
  name.slice(0, 4) > (migrations.at(-1)?.name ?? '').slice(0, 4)

/** The files of `dir` in their order. Throws StartupError when a file name is not `0001_name.sql`. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      if (!/^\d{4}_\w+\.sql$/.test(file) || files[index - 1]?.slice(0, 4) === file.slice(0, 4))
        throw new StartupError(`Migration ${file}: names are 0001_words.sql, each number once.`)
      // Git may check files out with CRLF, which must not change the checksum.
      const sql = (await readFile(join(dir, file), 'utf8')).replaceAll('\r\n', '\n')
      return { name: file.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readApplied(client: Pool | PoolClient) {
  const { rows } = await client.query<Applied>(
    'select name, checksum from schema_migrations order by name collate "C"',
  )
  return rows
}

function compare(migrations: Migration[], past: Applied[]) {
  const applied = new Map(past.map(({ name, checksum }) => [name, checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = past.find(({ name }) => !known.has(name))?.name
  if (unknown && isNewer(unknown, migrations))
    throw new StartupError(
      `The database has migration ${unknown}, which this version of Kontor does not know: start the newer version, or restore a backup from before it.`,
    )
  if (unknown) throw new StartupError(BEFORE_RELEASE)
  if (past.some(({ checksum }) => prerelease.has(checksum))) throw new StartupError(BEFORE_RELEASE)
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed)
    throw new StartupError(
      `Migration ${changed.name} was changed after it had been applied: put the file back and write a new migration.`,
    )
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const last = [...applied.keys()].at(-1) ?? ''
  const late = pending.find(({ name }) => name < last)
  if (late)
    throw new StartupError(
      `Migration ${late.name} comes before ${last}, which is applied: give it the next number.`,
    )
  return pending
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration) {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    const line = error.position ? ` in line ${sql.slice(0, Number(error.position)).split('\n').length}` : ''
    throw new StartupError(`Migration ${name} failed${line} (${error.message}); nothing of it was applied.`, {
      cause: error,
    })
  }
}

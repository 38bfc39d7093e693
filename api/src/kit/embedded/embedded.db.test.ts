import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openInChild } from '../../../test/child.ts'
import { engine, scratch } from '../../../test/scratch.ts'
import { isUnavailable, StartupError } from '../db/database-errors.ts'
import { openDatabase } from '../db/db.ts'

describe.runIf(engine === 'embedded')('the embedded database', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof scratch>>
  beforeEach(async () => {
    place = await scratch()
  })
  afterEach(() => place.drop())

  const refusal = async (dataDir: string) => {
    const error = await openDatabase({ dataDir, log: () => {} }).catch((reason) => reason)
    expect(error).toBeInstanceOf(StartupError)
    return error.message
  }

  test('refuses a directory in use by another process, until that process is killed', async () => {
    const child = openInChild(place)
    await child.until('open')
    expect(await refusal(place.dataDir)).toContain(`${place.dataDir} is in use by another running Kontor`)
    await child.kill()
    const { close, pool } = await openDatabase(place)
    expect((await pool.query('select count(*) from kept')).rows).toEqual([{ count: 1 }])
    await close()
  })

  test('refuses a directory in use by this process', async () => {
    const { close } = await openDatabase(place)
    expect(await refusal(place.dataDir)).toContain('is in use')
    await close()
    await (await openDatabase(place)).close()
  })

  test('refuses a directory that cannot be written to', async () => {
    const file = join(place.dataDir, 'file')
    writeFileSync(file, '')
    expect(await refusal(join(file, 'data'))).toContain('cannot be written to')
  })

  test('refuses the data of another PostgreSQL version', async () => {
    writeFileSync(join(place.dataDir, 'db/PG_VERSION'), '17\n')
    expect(await refusal(place.dataDir)).toMatch(
      /initialized by PostgreSQL version 17.*start the version of Kontor/,
    )
  })

  test.for(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'])(
    'never makes a new database over one that has lost its %s, and names the backups',
    async (part) => {
      const backups = join(place.dataDir, 'backups')
      mkdirSync(backups)
      for (const [day, name] of ['kontor-20260101-000000.zip', 'kontor-auto-20260201-000000.zip'].entries()) {
        writeFileSync(join(backups, name), '')
        utimesSync(join(backups, name), day, day)
      }
      rmSync(join(place.dataDir, 'db', part), { recursive: true })
      const before = readdirSync(join(place.dataDir, 'db'), { recursive: true })
      expect(await refusal(place.dataDir)).toMatch(
        /db away and restore a backup with: npm run restore -- .*kontor-auto-20260201-000000\.zip \(older: kontor-20260101-000000\.zip\)\.$/,
      )
      expect(readdirSync(join(place.dataDir, 'db'), { recursive: true })).toEqual(before)
    },
  )

  test('refuses damaged data, and frees the directory again', async () => {
    truncateSync(join(place.dataDir, 'db/global/pg_control'), 100)
    expect(await refusal(place.dataDir)).toMatch(
      /could not read file "global\/pg_control".*there is no backup/,
    )
    expect(await refusal(place.dataDir)).not.toContain('in use')
  })

  test.for(['db.new', 'db.new/PG_VERSION', 'db.new/pg_wal'])(
    'starts anew after a first start that was killed when %s appeared',
    async (sign) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'kontor-test-'))
      const child = openInChild({ dataDir })
      while (!existsSync(join(dataDir, sign))) await new Promise(setImmediate)
      await child.kill()
      expect(readdirSync(dataDir)).not.toContain('db')
      const { close, pool } = await openDatabase({ dataDir, log: () => {} })
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await close()
      expect(readdirSync(dataDir)).not.toContain('db.new')
      rmSync(dataDir, { recursive: true })
    },
  )

  test('fails its queries and reports when the engine dies, and recovers at the next start', async () => {
    const fatal = Promise.withResolvers<Error>()
    const { close, pool } = await openDatabase({ ...place, waitMs: 120_000, onFatal: fatal.resolve })
    await pool.query('create table kept as select 1 as one')
    const [wal, away] = [join(place.dataDir, 'db/pg_wal'), join(place.dataDir, 'away')]
    renameSync(wal, away)
    const errors = ['select pg_switch_wal()', 'create table lost()', 'select 1'].map((sql) =>
      pool.query(sql).then(() => undefined, isUnavailable),
    )
    expect(await Promise.all(errors)).toEqual([undefined, true, true])
    expect((await fatal.promise).message).toMatch(/could not create file "pg_wal.*there is no backup/)
    await close()
    renameSync(away, wal)
    const again = await openDatabase(place)
    expect((await again.pool.query('select one from kept')).rows).toEqual([{ one: 1 }])
    await again.close()
  })

  test('makes no file that others of the machine may read, neither at first nor later', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kontor-test-'))
    const init = join(dataDir, 'db/global/pg_internal.init') // written at a start that misses it, with fopen()
    for (let start = 0; start < 2; start++) {
      rmSync(init, { force: true })
      const { close, pool } = await openDatabase({ dataDir, log: () => {} })
      await pool.query('create table if not exists kept as select 1 as one')
      await close()
      expect(existsSync(init)).toBe(true)
      const files = readdirSync(join(dataDir, 'db'), { recursive: true, encoding: 'utf8' })
      expect(files.filter((file) => statSync(join(dataDir, 'db', file)).mode & 0o077)).toEqual([])
    }
    rmSync(dataDir, { recursive: true })
  })

  test('flushes its commits', async () => {
    const { close, pool } = await openDatabase(place)
    expect((await pool.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
    expect((await pool.query('show wal_sync_method')).rows).toEqual([{ wal_sync_method: 'fsync' }])
    await close()
  })
})

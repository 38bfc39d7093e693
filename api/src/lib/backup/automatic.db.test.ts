import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { startMaintenance } from '../jobs/maintenance.ts'
import { backupFolder, dailyBackup } from './automatic.ts'
import { writeBackup } from './backup.ts'

describe('automatic backups', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-automatic-'))
  let database: Database<unknown>
  let now: Date

  beforeAll(async () => {
    const migrationsDir = join(dataDir, 'migrations')
    mkdirSync(migrationsDir)
    writeFileSync(join(migrationsDir, '0001_first.sql'), 'create table first (id int)')
    database = await openDatabase({ dataDir, migrationsDir, log: () => {} })
  })
  beforeEach(() => {
    now = new Date('2026-01-31T12:00:00Z')
  })
  afterEach(() => rmSync(backupFolder(dataDir), { recursive: true }))
  afterAll(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  })

  const task = (retention: number) => dailyBackup({ ...database, dataDir, retention, now: () => now })
  // Flushes PostgreSQL's statistics, which otherwise follow within seconds.
  const write = () => database.pool.query('insert into first values (1); select pg_stat_force_next_flush()')
  const passHours = (hours: number) => {
    now = new Date(now.getTime() + hours * 3_600_000)
  }
  const backups = () => readdirSync(backupFolder(dataDir)).sort()

  test('are made once a day, also after a restart, and only when rows were written', async () => {
    expect(await task(7)()).toBe(true)
    const afterRestart = task(7)
    expect(await afterRestart()).toBe(false)
    passHours(23)
    expect(await afterRestart()).toBe(false)
    passHours(1)
    expect(await afterRestart()).toBe(true)
    passHours(24)
    expect(await afterRestart()).toBe(false)
    await write()
    expect(await afterRestart()).toBe(true)
    expect(backups()).toEqual([
      'kontor-auto-20260131-120000.zip',
      'kontor-auto-20260201-120000.zip',
      'kontor-auto-20260202-120000.zip',
    ])
  })

  test('go on after a clock that stood in the future, whose backup stays and is no reason to remove another', async () => {
    const backup = task(1)
    passHours(4 * 365 * 24)
    expect(await backup()).toBe(true)
    now = new Date('2026-01-31T12:00:00Z')
    for (const _ of ['the first', 'the second']) {
      await write()
      expect(await backup()).toBe(true)
      expect(await backup()).toBe(false)
      passHours(24)
    }
    expect(backups()).toEqual(['kontor-auto-20260201-120000.zip', 'kontor-auto-20300130-120000.zip'])
  })

  test('remove the oldest automatic ones, but no manual ones', async () => {
    mkdirSync(backupFolder(dataDir))
    writeFileSync(join(backupFolder(dataDir), 'kontor-20200101-000000.zip'), '')
    const backup = task(2)
    for (let day = 0; day < 4; day++) {
      await write()
      expect(await backup()).toBe(true)
      passHours(25)
    }
    expect(backups()).toEqual([
      'kontor-20200101-000000.zip',
      'kontor-auto-20260202-140000.zip',
      'kontor-auto-20260203-150000.zip',
    ])
  })

  test('remove none when a new one fails, but incomplete ones, which take its room', async () => {
    const backup = task(1)
    await backup()
    await write()
    passHours(25)
    writeFileSync(join(backupFolder(dataDir), '.kontor-auto-20260201-120000.zip.new'), '')
    await database.pool.query('alter table schema_migrations rename to away')
    await expect(backup()).rejects.toThrow('there is nothing to back up')
    await database.pool.query('alter table away rename to schema_migrations')
    expect(backups()).toEqual(['kontor-auto-20260131-120000.zip'])
  })

  test('end with the server that stops, and leave nothing', async () => {
    const lines: string[] = []
    const maintenance = startMaintenance({ log: (line) => lines.push(line) })
    const lock = await database.pool.connect()
    await lock.query('begin; lock table first in access exclusive mode')
    maintenance.every(1, 'backup', task(7))
    await eventually(() => expect(backups()).toEqual(['.kontor-auto-20260131-120000.zip.new']))
    const stopped = maintenance.stop()
    await lock.query('rollback')
    lock.release()
    await stopped
    expect([backups(), lines]).toEqual([[], []])
  })

  test('and manual ones remove incomplete ones to which nothing was written for a day', async () => {
    const folder = backupFolder(dataDir)
    mkdirSync(folder)
    const [dead, running] = ['.kontor-20260101-000000.zip.new', '.kontor-20260101-000001.zip.new'] as const
    for (const name of [dead, running, 'kontor-20260101-000000.zip', '.kontor.zip.new'])
      writeFileSync(join(folder, name), '')
    for (const name of [dead, 'kontor-20260101-000000.zip', '.kontor.zip.new'])
      utimesSync(join(folder, name), 0, Date.now() / 1000 - 25 * 3600)
    await writeBackup(database.pool, join(folder, 'kontor-20260131-120000.zip'), { dataDir })
    expect(backups()).toEqual([
      '.kontor-20260101-000001.zip.new',
      '.kontor.zip.new',
      'kontor-20260101-000000.zip',
      'kontor-20260131-120000.zip',
    ])
  })
})

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { backupFolder, dailyBackup } from './automatic.ts'

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

  test('remove the oldest automatic ones and incomplete ones, but no manual ones', async () => {
    mkdirSync(backupFolder(dataDir))
    for (const name of ['kontor-20200101-000000.zip', '.kontor-auto-20200101-000000.zip.new'])
      writeFileSync(join(backupFolder(dataDir), name), '')
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

  test('remove none when a new one fails', async () => {
    const backup = task(1)
    await backup()
    await write()
    passHours(25)
    mkdirSync(join(backupFolder(dataDir), '.kontor-auto-20260201-130000.zip.new'))
    await expect(backup()).rejects.toThrow()
    expect(backups()).toContain('kontor-auto-20260131-120000.zip')
  })
})

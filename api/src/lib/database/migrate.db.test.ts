import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openInChild } from '../../../test/child.ts'
import { scratch } from '../../../test/scratch.ts'
import { openDatabase } from './database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

let place: Awaited<ReturnType<typeof scratch>>
let dir: string
beforeEach(async () => {
  place = await scratch()
  dir = await mkdtemp(join(tmpdir(), 'kontor-migrations-'))
  write('0001_first', 'create table first (id int);\ninsert into first values (1);')
})
afterEach(async () => {
  await place.drop()
  rmSync(dir, { recursive: true })
})

const write = (name: string, sql: string) => writeFileSync(join(dir, `${name}.sql`), sql)

async function withPool<Answer>(
  use: (pool: Awaited<ReturnType<typeof openDatabase>>['pool']) => Promise<Answer>,
) {
  const database = await openDatabase(place)
  return use(database.pool).finally(database.close)
}

const run = () =>
  withPool(async (pool) => {
    const lines: string[] = []
    await migrate(pool, dir, (line) => lines.push(line))
    return lines
  })

test('rejects a file that was changed after it was applied', async () => {
  await run()
  write('0001_first', 'create table first (id bigint);')
  await expect(run()).rejects.toThrow('Migration 0001_first was changed after it had been applied')
})

test('rejects a database that a newer version migrated', async () => {
  write('0002_second', 'create table second (id int)')
  await run()
  rmSync(join(dir, '0002_second.sql'))
  await expect(run()).rejects.toThrow('has migration 0002_second, which this version of Kontor does not know')
})

test('rejects a file that comes too late, and invalid file names', async () => {
  write('0003_third', 'select 1')
  await run()
  write('0002_second', 'select 1')
  await expect(run()).rejects.toThrow('0002_second comes before 0003_third')
  rmSync(join(dir, '0002_second.sql'))
  write('0003_again', 'select 1')
  await expect(run()).rejects.toThrow('each number once')
})

test('rolls back a file that fails, reports its line, and continues once it is corrected', async () => {
  write('0002_second', 'create table second (id int);\ninsert into nowhere values (1);')
  await expect(run()).rejects.toThrow(
    'Migration 0002_second failed in line 2 (relation "nowhere" does not exist); nothing of it was applied.',
  )
  write('0002_second', 'create table second (id int);')
  expect(await run()).toEqual(['Migration 0002_second applied.'])
})

test('applies new files once, in order, with any line endings', async () => {
  write('0010_later', 'insert into second values (1)')
  write('0002_second', 'create table second (id int)')
  expect(await withPool((pool) => pendingMigrations(pool, dir))).toEqual([
    '0001_first',
    '0002_second',
    '0010_later',
  ])
  expect(await run()).toHaveLength(3)
  write('0001_first', 'create table first (id int);\r\ninsert into first values (1);')
  expect(await run()).toEqual([])
  expect(await withPool((pool) => pendingMigrations(pool, dir))).toEqual([])
})

test('is at version 1 when it is killed on the way to version 2, and the next start finishes', async () => {
  write('0002_second', 'create table second (id int); select pg_sleep(60); insert into second values (2)')
  const child = openInChild({ ...place, migrationsDir: dir })
  await child.until('Migration 0001_first applied.')
  await child.kill()
  write('0002_second', 'create table second (id int); insert into second values (2)')
  expect(await run()).toEqual(['Migration 0002_second applied.'])
  const sum = 'select (select sum(id) from first) + (select sum(id) from second) as sum'
  expect((await withPool((pool) => pool.query(sum))).rows).toEqual([{ sum: 3 }])
})

describe('two nodes', () => {
  test('migrate once when they start together', async () => {
    write('0002_second', 'create table second (id int); select pg_sleep(0.2)')
    const lines: string[] = []
    const start = () => openDatabase({ ...place, migrationsDir: dir, log: (line) => lines.push(line) })
    const nodes = await Promise.all([start(), start(), start()])
    await Promise.all(nodes.map((node) => node.close()))
    expect(lines).toEqual(['Migration 0001_first applied.', 'Migration 0002_second applied.'])
  })
})

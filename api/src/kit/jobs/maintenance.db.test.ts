import { afterEach, beforeEach, expect, test } from 'vitest'
import { engine, scratch } from '../../../test/scratch.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { startMaintenance, vacuumer } from './maintenance.ts'

let place: Awaited<ReturnType<typeof scratch>>
let database: Database<unknown>
beforeEach(async () => {
  place = await scratch()
  database = await openDatabase(place)
})
afterEach(async () => {
  await database.close()
  await place.drop()
})

test('logs a failure, tries again, and never runs a task twice at once', async () => {
  const lines: string[] = []
  const maintenance = startMaintenance({ ...database, log: (line) => lines.push(line) })
  const { promise: ranThrice, resolve } = Promise.withResolvers<void>()
  let [runs, active, most] = [0, 0, 0]
  maintenance.every(1, 'clean-up', async () => {
    most = Math.max(most, ++active)
    await database.pool.query('select 1')
    active--
    if (++runs === 3) resolve()
    throw new Error('no luck')
  })
  await ranThrice
  await maintenance.stop()
  expect(lines).toEqual(Array(runs).fill('maintenance: clean-up failed: no luck'))
  expect([most, active]).toEqual([1, 0])
})

test('runs nothing any more once a task is stopped', async () => {
  const maintenance = startMaintenance({ ...database, log: () => {} })
  let runs = 0
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const stop = maintenance.every(1, 'once', async () => {
    runs++
    stop()
    resolve()
  })
  await stopped
  await maintenance.stop()
  expect(runs).toBe(1)
})

test.runIf(engine === 'embedded')('vacuums only what was written since', async () => {
  const vacuum = vacuumer(database.pool)
  await database.pool.query('create table item as select generate_series(1, 1000) as id')
  expect(await vacuum()).toBe(true)
  expect(await vacuum()).toBe(false)
  const { rows } = await database.pool.query(`select reltuples from pg_class where relname = 'item'`)
  expect(rows).toEqual([{ reltuples: 1000 }])
  await database.pool.query('delete from item')
  expect(await vacuum()).toBe(true)
  const pages = await database.pool.query(`select pg_relation_size('item')::int as bytes`)
  expect(pages.rows).toEqual([{ bytes: 0 }])
})

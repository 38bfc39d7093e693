import { afterAll, expect, test } from 'vitest'
import { scratch } from '../../../test/scratch.ts'
import { openDatabase } from './db.ts'

const place = await scratch()
const { pool, close } = await openDatabase({ ...place, maxConnections: 1 })
afterAll(async () => {
  await close()
  await place.drop()
})

/** The statements that this connection has prepared. */
async function prepared() {
  const { rows } = await pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

test('what comes again is prepared, however much came before; what has not come for long makes room', async () => {
  for (let i = 0; i < 310; i++)
    for (let times = 0; times < 2; times++) await pool.query(`SELECT ${i} + $1::int`, [1])
  const kept = await prepared()
  expect(kept).toContain('SELECT 309 + $1::int')
  expect(kept).not.toContain('SELECT 0 + $1::int')
  expect(kept.length).toBeLessThanOrEqual(300)
  expect((await pool.query('SELECT 0 + $1::int AS sum', [1])).rows).toEqual([{ sum: 1 }])
})

test('a statement that was refused when it came is not taken back inside of somebody’s transaction', async () => {
  const client = await pool.connect()
  for (let times = 0; times < 3; times++) await client.query('SELECT nonsense + $1::int', [1]).catch(() => {})
  await client.query('BEGIN')
  for (let i = 400; i < 710; i++)
    for (let times = 0; times < 2; times++) await client.query(`SELECT ${i} + $1::int`, [1])
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await client.query('ROLLBACK')
  client.release()
})

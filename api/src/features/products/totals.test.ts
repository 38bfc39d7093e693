import { products } from '@kontor/contract/products'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeProduct } from '../../../test/make.ts'
import type { Schema } from '../../lib/database/schema.ts'

const { db, call, database } = await startApp()
const other = await startApp()

const filters = { name: 'guma' }
const total = async (body: object = { filters }) =>
  (await call(products.index, { body: body })).body.total_rows
/** Reads the total before and after a change; the cached total must be invalid. */
async function change(work: (db: Kysely<Schema>) => Promise<unknown>) {
  const before = await total()
  expect(await total()).toBe(before)
  await work(db)
  return (await total()) - before
}

test('two databases of one process do not share totals', async () => {
  for (const name of ['Kolo', 'Kolo']) await makeProduct(db, { name })
  for (const name of ['Kolo', 'Felna']) await makeProduct(other.db, { name })
  const wheels = { filters: { name: 'kolo' } }
  const elsewhere = async () => (await other.call(products.index, { body: wheels })).body.total_rows
  for (const _ of [1, 2]) expect([await total(wheels), await elsewhere()]).toEqual([2, 1])
})

test('is right after every kind of change', async () => {
  const { id } = await makeProduct(db, { name: 'Guma' })
  await makeProduct(db, { name: 'Felna' })
  expect(await change(() => makeProduct(db, { name: 'Guma' }))).toBe(1)
  expect(
    await change(() =>
      sql`INSERT INTO products (erp_code, name) SELECT 'G' || i, 'guma' FROM generate_series(1, 5) i`.execute(
        db,
      ),
    ),
  ).toBe(5)
  expect(await change(() => sql`UPDATE products SET name = 'Lanac' WHERE id = ${id}`.execute(db))).toBe(-1)
  expect(
    await change(() => sql`UPDATE products SET name = 'Letnja guma' WHERE name = 'Felna'`.execute(db)),
  ).toBe(1)
  expect(await change(() => sql`DELETE FROM products WHERE erp_code = 'G1'`.execute(db))).toBe(-1)
  expect(await change(() => sql`TRUNCATE products CASCADE`.execute(db))).toBe(-6)
})

test('a toggle changes the total of active ones', async () => {
  const { id } = await makeProduct(db, { name: 'Guma' })
  const active = { filters, show_only_active: true }
  const before = await total(active)
  await call(products.toggle, { params: { id: String(id) }, body: null })
  expect(await total(active)).toBe(before - 1)
  expect(await total()).toBe(before)
})

test('a change that was rolled back does not change the total', async () => {
  const before = await total()
  const rolledBack = db.transaction().execute(async (tx) => {
    await makeProduct(tx, { name: 'Guma' })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await total()).toBe(before)
})

test('a total that was read during a change is not cached', async () => {
  const other = new pg.Client(database.pool.options.connectionString)
  await other.connect()
  await other.query(`BEGIN; INSERT INTO products (erp_code, name) VALUES ('OTHER', 'guma')`)
  const before = await total()
  await makeProduct(db, { name: 'Guma' })
  expect(await total()).toBe(before + 1)
  await other.query('COMMIT')
  expect(await total()).toBe(before + 2)
  await other.end()
})

test('a change waits for no other one that is still open', async () => {
  const open = new pg.Client(database.pool.options.connectionString)
  await open.connect()
  try {
    const before = await total()
    await db.transaction().execute(async (tx) => {
      await sql`SET LOCAL lock_timeout = '3s'`.execute(tx)
      const own = await sql<{ slot: number }>`SELECT pg_backend_pid() % 32 AS slot`.execute(tx)
      await open.query('BEGIN')
      await open.query(`SELECT FROM change_counters WHERE table_name = 'products' AND slot = $1 FOR UPDATE`, [
        own.rows[0]?.slot,
      ])
      for (const name of ['Guma', 'Guma']) await makeProduct(tx, { name })
      const changed = await sql`SELECT FROM change_counters
        WHERE table_name = 'products' AND xmin = pg_current_xact_id()::xid`.execute(tx)
      expect(changed.rows).toHaveLength(1)
    })
    expect(await total()).toBe(before + 2)
  } finally {
    await open.end()
  }
})

test('totals of different filters are cached separately', async () => {
  await makeProduct(db, { name: 'Ključ', price: '3' })
  expect(await total({ filters: { name: 'kljuc' } })).toBe(1)
  expect(await total({ filters: { erp_code: 'kljuc' } })).toBe(0)
  expect(await total({ filters: { name: 'kljuc', price: '4' } })).toBe(0)
  expect(await total({ filters: { name: 'kljuc', price: '3' } })).toBe(1)
})

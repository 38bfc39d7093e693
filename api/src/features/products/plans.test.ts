import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { explaining } from '../../../test/plans.ts'
import { listPage } from '../../lib/lists/list.ts'
import { findLastBulk } from '../../lib/resources/bulk-history.ts'
import { productSource } from './queries.ts'

const { db, plansOf } = explaining((await startApp()).database)

await sql`INSERT INTO products (erp_code, name, price, quantity, updated_at)
  SELECT 'P' || i, 'Proizvod ' || i, i, i % 9, now() - i * interval '1 minute' FROM generate_series(1, 5000) AS i
  ON CONFLICT DO NOTHING`.execute(db)
await sql`ANALYZE products`.execute(db)

test.each(['updated_at', 'erp_code', 'name', 'price', 'quantity', 'is_active'])(
  'page 1 by %s is read from an index, and its total is cached',
  async (key) => {
    const request = { options: { sortBy: [key], sortDesc: [true] } }
    await listPage(db, productSource, request)
    const [plan, ...others] = await plansOf(async () =>
      expect((await listPage(db, productSource, request)).total_rows).toBe(5000),
    )
    expect(others).toEqual([])
    expect(plan).toMatch(/Index (Only )?Scan Backward using products_\w+ on products/)
    expect(plan).not.toContain('Seq Scan on products')
  },
)

test.each([
  ['a code', { erp_code: 'p4999' }],
  ['the end of a code', { erp_code: '4999' }],
  ['two letters that nobody has', { search: 'xq' }],
  ['one letter that nobody has', { name: 'w' }],
  ['a letter that is written in two ways', { search: 'dx' }],
  ['two words', { search: 'proizvod 4999' }],
])('%s uses the index of word parts, and is counted with the page', async (_, filters) => {
  const [plan = '', ...others] = await plansOf(() => listPage(db, productSource, { filters }))
  expect(others).toEqual([])
  const found = plan.slice(plan.indexOf('CTE found'), plan.indexOf('InitPlan') + 1 || undefined)
  expect(plan).toContain('Bitmap Index Scan on products_parts')
  expect(found).not.toContain('Seq Scan')
})

test('the last bulk edit is found by an index among a hundred thousand imports', async () => {
  await sql`INSERT INTO imports (kind, user_id, file_name, created, updated)
    SELECT 'products', (SELECT min(id) FROM users), '', 0, 1 FROM generate_series(1, 100000)`.execute(db)
  await sql`ANALYZE imports`.execute(db)
  const user = { db, userName: () => sql<string>`''` }
  const [plan] = await plansOf(async () =>
    expect(await findLastBulk(user, 'products', ['price'])).toEqual({ last: null }),
  )
  expect(plan).toContain('using imports_bulk on imports')
})

test('near and deep pages have one order', async () => {
  const options = { sortBy: ['quantity'], sortDesc: [false] } // many equal keys
  const whole = await sql<{ id: number }>`SELECT id FROM products ORDER BY quantity, id`.execute(db)
  for (const page of [1, 2, 11, 12, 50, 51, 52, 249, 250, 251, 252, 253, 499, 500, 501]) {
    const { result, total_rows } = await listPage(db, productSource, { options: { ...options, page } })
    const part = whole.rows.slice((page - 1) * 10, page * 10)
    expect([page, result.map(({ id }) => id)]).toEqual([page, part.map(({ id }) => id)])
    expect(total_rows).toBe(5000)
  }
})

test('a deep page is right after rows were added and removed since the count', async () => {
  const request = { options: { sortBy: ['price'], sortDesc: [false], page: 450 } }
  const before = await listPage(db, productSource, request)
  await sql`INSERT INTO products (erp_code, name, price) SELECT 'N' || i, 'Novi', 0 FROM generate_series(1, 7) AS i`.execute(
    db,
  )
  const after = await listPage(db, productSource, request)
  expect(after.total_rows).toBe(before.total_rows + 7)
  expect(after.result.slice(7).map(({ id }) => id)).toEqual(before.result.slice(0, 3).map(({ id }) => id))
  expect((await listPage(db, productSource, request)).result.map(({ id }) => id)).toEqual(
    after.result.map(({ id }) => id),
  )
})

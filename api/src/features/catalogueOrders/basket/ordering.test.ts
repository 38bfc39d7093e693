// The locks of baskets while they are ordered, on two nodes.
import { PRICE } from '@kontor/contract/campaigns/kinds'
import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { catalogueOrders } from '@kontor/contract/catalogueOrders'
import { type BasketLine, portalOrders } from '@kontor/contract/catalogueOrders/portal'
import { products } from '@kontor/contract/products'
import { bulkProducts } from '@kontor/contract/products/bulk'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { makeCategory, makeProduct } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { makeCatalogue, makeOrder } from '../../../../test/make-order.ts'
import { sheetFile } from '../../../../test/odd-files.ts'
import { untilWaiting } from '../../../../test/waiting.ts'

const { app, another, anotherPool, db, call, inject, makeCustomer, staff } = await startApp()
const nodes = [app, await another({ database: await anotherPool() })] as const
/** Connections of the tests, so that their locks block no connection of either node. */
const tests = await anotherPool()

const category = await makeCategory(db)
const values = { category_ids: [category.id] }
const customers = [await makeCustomer(values), await makeCustomer(values), await makeCustomer(values)]
let count = 0
const place = (lines: BasketLine[], i: number) => {
  const idempotencyKey = `redom-korpa-${count++}`
  return call(portalOrders.place, { body: { lines }, idempotencyKey }, customers[i % 3]?.token, nodes[i % 2])
}
const line = ({ id }: { id: number }, more: Partial<BasketLine> = {}) => ({
  product_id: id,
  quantity: 1,
  ...more,
})
async function makeGoods(quantities: number[]) {
  const products = []
  for (const quantity of quantities) products.push(await makeProduct(db, { quantity }))
  await makeCatalogue(db, products)
  return products
}
const orderedOf = async ({ id }: { id: number }) => {
  const sum = sql<number>`coalesce(sum(quantity), 0)::integer`.as('pieces')
  const orders = db.selectFrom('catalogue_orders').select(sum).where('product_id', '=', id)
  return (await orders.where('ignore_quantity', '=', false).executeTakeFirstOrThrow()).pieces
}

async function inBulk(id: number, value: string) {
  const change = { field: 'quantity', how: 'set', value } as const
  const { ids, versions } = (await call(bulkProducts.bulkPlan, { body: { change, ids: [id] } }, staff)).body
  return (await call(bulkProducts.bulk, { body: { change, ids, versions } }, staff)).body.id ?? 0
}
const undoBulkEdit = (id: number) => call(bulkProducts.undoBulk, { body: { id } }, staff)

/** The office sets another quantity and undoes that. */
const mistakes = {
  'a bulk edit': async ({ id }: { id: number }) => undoBulkEdit(await inBulk(id, '500')),
  'two bulk edits, one after the other,': async ({ id }: { id: number }) => {
    const first = await inBulk(id, '500')
    const second = await inBulk(id, '600')
    expect((await undoBulkEdit(second)).body.changed).toBe(1)
    return undoBulkEdit(first)
  },
  'a cell': async ({ id }: { id: number }) => {
    const params = { id: String(id) }
    const { erp_code, name, price, version } = (await call(products.one, { params }, staff)).body
    const form = { erp_code, name, price, description: '' }
    const wrong = { ...form, quantity: '500', version: String(version) }
    const mistaken = await call(products.update, { params, form: wrong, files: { image: undefined } }, staff)
    const right = {
      ...form,
      quantity: '10',
      version: String(mistaken.body.version),
      undo: 'true',
    } as const
    return call(products.update, { params, form: right, files: { image: undefined } }, staff)
  },
  'an import of which other rows were changed since': async ({ erp_code }: { erp_code: string }) => {
    const [other] = await makeGoods([10])
    const rows = [['Šifra', 'Količina'], ...[erp_code, other?.erp_code].map((code) => [code, 500])]
    const file = sheetFile(rows, 'stanje.xlsx')
    expect((await call(products.import, { form: {}, files: { file } }, staff)).body.counts.update).toBe(2)
    await db
      .updateTable('products')
      .set({ price: '9' })
      .where('erp_code', '=', other?.erp_code ?? '')
      .execute()
    const { last } = (await call(products.importStatus, {}, staff)).body
    const undone = await call(
      products.undoImport,
      { body: { id: last?.id ?? 0, leave_changed: true } },
      staff,
    )
    expect(undone.body).toMatchObject({ updated: 1, changed: 1 })
    return undone
  },
  'an import': async ({ erp_code }: { erp_code: string }) => {
    const rows = [
      ['Šifra', 'Količina'],
      [erp_code, 500],
    ]
    const file = sheetFile(rows, 'stanje.xlsx')
    expect((await call(products.import, { form: {}, files: { file } }, staff)).body.counts.update).toBe(1)
    const { last } = (await call(products.importStatus, {}, staff)).body
    return call(products.undoImport, { body: { id: last?.id ?? 0 } }, staff)
  },
}

test.each(Object.entries(mistakes))(
  'orders still reduce the stock after the undo of a wrong quantity of %s',
  async (_, mistake) => {
    const [product] = await makeGoods([10])
    if (!product) throw new Error('no product')
    expect((await place([line(product, { quantity: 8 })], 0)).status).toBe(200)
    expect((await mistake(product)).status).toBe(200)
    const refused = await place([line(product, { quantity: 3 })], 1)
    expect(refused.body.short).toEqual([{ line: 0, product_id: product.id, available: 2 }])
    expect((await place([line(product, { quantity: 2 })], 1)).status).toBe(200)
  },
)

test.each(['a form', 'an import', 'a sync'])(
  'orders still reduce the stock after the same quantity in %s',
  async (way) => {
    const [product] = await makeGoods([10])
    if (!product) throw new Error('no product')
    const { erp_code, name } = product
    expect((await place([line(product, { quantity: 8 })], 0)).status).toBe(200)
    const file = sheetFile(
      [
        ['Šifra', 'Količina'],
        [erp_code, 10],
      ],
      'stanje.xlsx',
    )
    const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${staff}` }
    const says = {
      'a form': () => {
        const form = { erp_code, name, price: '7', quantity: '10' } as never
        return call(products.update, { params: idOf(product), form, files: { image: undefined } }, staff)
      },
      'an import': () => call(products.import, { form: {}, files: { file } }, staff),
      'a sync': () => {
        const payload = JSON.stringify({ erp_code, quantity: 10 })
        return inject({ method: 'PUT', url: '/api/sync/products', payload, headers })
      },
    }[way]
    expect((await says?.())?.status).toBe(200)
    const refused = await place([line(product, { quantity: 3 })], 1)
    expect(refused.body.short).toEqual([{ line: 0, product_id: product.id, available: 2 }])
  },
)

test('of two hundred simultaneous orders of the last fifty pieces fifty succeed, on either node', async () => {
  const [hot = { id: 0 }] = await makeGoods([50])
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => place([line(hot)], i)))
  const outcomes = answers.map(({ status, body }) => `${status} ${body.short?.[0]?.available}`)
  expect(
    Object.entries(Object.groupBy(outcomes, (what) => what)).map(([what, all]) => [what, all?.length]),
  ).toEqual(
    expect.arrayContaining([
      ['200 undefined', 50],
      ['422 0', 150],
    ]),
  )
  expect(await orderedOf(hot)).toBe(50)
})

async function deadlocks() {
  const found = sql<{ count: number }>`SELECT pg_stat_get_db_deadlocks(oid) AS count
    FROM pg_database WHERE datname = current_database()`
  return (await found.execute(tests.db)).rows[0]?.count
}

test('baskets with the same products in any order never deadlock with each other, toggles and single orders', async () => {
  const products = await makeGoods([9999, 9999, 9999, 9999])
  const offered = products.map(({ id }) => ({ id, quantity: null }))
  const one = await makeCampaign(db, {
    campaign_type_id: PRICE,
    category_ids: [category.id],
    products: offered,
  })
  const two = await makeCampaign(db, {
    campaign_type_id: PRICE,
    category_ids: [category.id],
    products: offered,
  })
  const [first] = (
    await place(
      products.map((product) => line(product)),
      0,
    )
  ).body.lines
  const before = await deadlocks()
  const lines = [
    ...products.map((product) => line(product)),
    ...products.map((product) => line(product, { campaign_id: one.id })),
    ...products.map((product) => line(product, { campaign_id: two.id })),
  ]
  const params = { id: String(first?.id) }
  const work = Array.from({ length: 24 }, (_, i) => [
    place(i % 2 ? lines : lines.toReversed(), i),
    place(i % 2 ? lines.slice(0, 4) : lines.slice(0, 4).toReversed(), i + 1),
    call(catalogueOrders.toggle, { params, body: null }, staff, nodes[i % 2]),
    call(
      portalCampaigns.add,
      {
        params: { id: String(two.id) },
        body: { product_id: products[i % 4]?.id ?? 0, quantity: 1 },
        idempotencyKey: `redom-sama-${i}`,
      },
      customers[0]?.token,
      nodes[i % 2],
    ),
  ])
  const answers = await Promise.all(work.flat())
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  expect(await deadlocks()).toBe(before)
  const sums = await sql<{ wrong: number }>`SELECT count(*) AS wrong FROM (
    SELECT day, ignore_quantity, is_active, count(*), sum(quantity), sum(total) FROM catalogue_orders GROUP BY 1, 2, 3
    EXCEPT SELECT * FROM catalogue_orders_daily) AS apart`.execute(db)
  expect(sums.rows).toEqual([{ wrong: 0 }])
})

test('an order that waited for a new quantity is counted against that quantity', async () => {
  const [product = { id: 0 }] = await makeGoods([1])
  const client = await tests.pool.connect()
  await client.query('BEGIN')
  await client.query(`SELECT FROM products WHERE id = ${product.id} FOR UPDATE`)
  const waiting = place([line(product, { quantity: 5 })], 0)
  await untilWaiting(tests.db, 1)
  await client.query(
    `UPDATE products SET quantity = 5, quantity_set_at = clock_timestamp() WHERE id = ${product.id}`,
  )
  await client.query('COMMIT')
  client.release()
  expect((await waiting).status).toBe(200)
  expect((await place([line(product)], 1)).body.short).toEqual([
    { line: 0, product_id: product.id, available: 0 },
  ])
})

test('an order that is restored while a basket takes the last piece is marked as ordered out of stock', async () => {
  const [product = { id: 0 }] = await makeGoods([1])
  const [order] = (await place([line(product)], 0)).body.lines
  const params = { id: String(order?.id) }
  await call(catalogueOrders.toggle, { params, body: { is_active: false } }, staff)
  const { restoring } = await tests.db.transaction().execute(async (tx) => {
    // A basket that has read the stock, and then orders the last piece.
    await sql`SELECT FROM products WHERE id = ${product.id} FOR NO KEY UPDATE`.execute(tx)
    const restoring = call(catalogueOrders.toggle, { params, body: { is_active: true } }, staff)
    await Promise.race([untilWaiting(tests.db, 1), restoring])
    await makeOrder(tx, { product_id: product.id })
    return { restoring }
  })
  expect((await restoring).body).toMatchObject({ is_active: true, missing: 1 })
  expect(await orderedOf(product)).toBe(1)
})

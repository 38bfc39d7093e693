import { productList, products } from '@kontor/contract/products'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeProduct } from '../../../test/make.ts'

const { db, call, inject, staff } = await startApp()

type Body = NonNullable<Parameters<typeof call<typeof products.index>>[1]>['body']
const ask = (body: unknown) => call(products.index, { body: body as Body })
/** The codes of the matching products, in the list's order. */
async function codes(
  filters: Record<string, unknown>,
  options: object = { sortBy: 'erp_code', sortDesc: false },
) {
  const { status, body } = await ask({ filters, options: { itemsPerPage: 100, ...options } })
  expect([status, body.message]).toEqual([200, undefined])
  expect(body.total_rows).toBe(body.result.length)
  return body.result.map((row) => row.erp_code)
}
const make = (prefix: string, names: readonly string[]) =>
  Promise.all(names.map((name, i) => makeProduct(db, { erp_code: `${prefix}-${i}`, name })))

describe('a list rejects', () => {
  test('prototype keys: 400', async () => {
    const payload = '{"filters":{"__proto__":{"x":"1"}}}'
    const headers = { authorization: `Bearer ${staff}`, 'content-type': 'application/json' }
    const { status } = await inject({ method: 'POST', url: '/api/products/index', headers, payload })
    expect([status, ({} as { x?: unknown }).x]).toEqual([400, undefined])
    expect((await ask({ filters: { constructor: 'a' } })).status).toBe(422)
  })

  test('an unknown sort column, with those that are allowed', async () => {
    const columns = ['id', ...Object.keys(productList.columns)].join(', ')
    for (const sortBy of ['password', ['password'], ['name', 'password']])
      expect((await ask({ options: { sortBy } })).body).toMatchObject({
        errors: { 'options.sortBy': ['validation.sort'] },
        params: { columns },
      })
    const six = await ask({ options: { sortBy: Array(6).fill('name') } })
    expect(six.body.errors).toEqual({ 'options.sortBy': ['validation.sort_count'] })
    const { body } = await ask({ options: { sortDesc: 'true;' } })
    expect(body).toMatchObject({ errors: { 'options.sortDesc': ['validation.sort_direction'] } })
  })

  test('query parts of the GET route that are no JSON, or repeated', async () => {
    const get = (query: string) =>
      inject({
        url: `/api/products/pagination/active?${query}`,
        headers: { authorization: `Bearer ${staff}` },
      })
    expect((await get('filters=%7Bbad')).status).toBe(422)
    expect((await get('filters=%7B%7D&filters=%7B%7D')).status).toBe(422)
  })
})

describe('pages', () => {
  const walk = async (options: object) => {
    const seen: number[] = []
    for (let page = 1; ; page++) {
      const { body } = await ask({
        filters: { erp_code: 'walk' },
        options: { ...options, page, itemsPerPage: 8 },
      })
      expect(body.total_rows).toBe(43)
      seen.push(...body.result.map(({ id }) => id))
      if (body.result.length < 8) return seen
    }
  }

  test('with equal sort keys repeat and skip nothing', async () => {
    // Inserted by one statement, so that updated_at is the same for all.
    await sql`INSERT INTO products (erp_code, name, price, quantity)
      SELECT 'WALK-' || i, 'Isti naziv', (i % 2) + 1, 3 FROM generate_series(1, 43) AS i`.execute(db)
    const orders = [
      { sortBy: 'name', sortDesc: false },
      { sortBy: 'name', sortDesc: true },
      { sortBy: ['price', 'name'], sortDesc: [true, false] },
      { sortBy: ['quantity', 'price', 'is_active'], sortDesc: [false, true, true] },
      { sortBy: ['id'], sortDesc: [true] },
      {},
    ]
    for (const order of orders) {
      const seen = await walk(order)
      expect([order, seen.length, new Set(seen).size]).toEqual([order, 43, 43])
    }
  })

  test('with equal keys follow the direction of the last column, so that descending is ascending reversed', async () => {
    const up = await walk({ sortBy: ['name'], sortDesc: [false] })
    expect(await walk({ sortBy: ['name'], sortDesc: [true] })).toEqual(up.reverse())
  })

  test('stop at the id, which no later column decides between', async () => {
    const byId = await walk({ sortBy: ['id'], sortDesc: [true] })
    expect(byId).toEqual(byId.toSorted((a, b) => b - a))
    const more = { sortBy: ['id', 'price', 'name'], sortDesc: [true, false, false] }
    expect(await walk(more)).toEqual(byId)
    const byPrice = await walk({ sortBy: ['price'], sortDesc: [false] })
    expect(await walk({ ...more, sortBy: ['price', 'id', 'name'], sortDesc: [false, false, true] })).toEqual(
      byPrice,
    )
  })

  test('past the end are empty with the total', async () => {
    for (const page of [7, 1_000_000, Number.MAX_SAFE_INTEGER]) {
      const { status, body } = await ask({
        filters: { erp_code: 'walk' },
        options: { page, itemsPerPage: 100 },
      })
      expect([status, body]).toEqual([200, { result: [], total_rows: 43 }])
    }
  })

  test('have every documented size', async () => {
    for (const itemsPerPage of [8, 10, 20, 30]) {
      const { body } = await ask({ filters: { erp_code: 'walk' }, options: { itemsPerPage } })
      expect(body.result).toHaveLength(itemsPerPage)
    }
  })
})

describe('filters', () => {
  test('search percent, underscore and backslash literally', async () => {
    await make('LIT', ['popust 50%', 'popust 500', 'a_b', 'axb', 'c\\d', 'c/d', '100%\\_'])
    const found = (name: string) => codes({ erp_code: 'LIT-', name })
    expect(await found('%')).toEqual(['LIT-0', 'LIT-6'])
    expect(await found('50%')).toEqual(['LIT-0'])
    expect(await found('a_b')).toEqual(['LIT-2'])
    expect(await found('\\')).toEqual(['LIT-4', 'LIT-6'])
    expect(await found('100%\\_')).toEqual(['LIT-6'])
    expect(await found(`' OR 1=1 --`)).toEqual([])
  })

  test('ignore case, diacritics and script, and dj finds đ', async () => {
    await make('FLD', ['Šljiva', 'sljiva', 'шљива', 'Đurđevak', 'Djurdjevak', 'Ђурђевак', 'Lubenica'])
    for (const typed of ['sljiva', 'ŠLJIVA', 'шљива', 's\u030cljiva'])
      expect([typed, await codes({ erp_code: 'fld', name: typed })]).toEqual([
        typed,
        ['FLD-0', 'FLD-1', 'FLD-2'],
      ])
    for (const typed of ['đurđ', 'DJURDJ', 'ђурђ'])
      expect([typed, await codes({ erp_code: 'fld', name: typed })]).toEqual([
        typed,
        ['FLD-3', 'FLD-4', 'FLD-5'],
      ])
  })

  test('match the words of a search in any order and in any of its columns', async () => {
    await makeProduct(db, { erp_code: 'SRC-0', name: 'Michelin Primacy', description: 'Ljetnja guma' })
    await makeProduct(db, { erp_code: 'SRC-1', name: 'Michelin Alpin', description: 'Zimska guma' })
    await makeProduct(db, { erp_code: 'SRC-2', name: 'Sava ljetnja' })
    expect(await codes({ search: 'src ljetnja mich' })).toEqual(['SRC-0'])
    expect(await codes({ search: '  MICH   src- ' })).toEqual(['SRC-0', 'SRC-1'])
    expect(await codes({ erp_code: 'src', name: '   ' })).toHaveLength(3)
  })

  test('match numbers exactly, and by ranges with either decimal mark', async () => {
    const prices = ['5', '5.5', '50', '89.9', '9999999999.999']
    await Promise.all(prices.map((price, i) => makeProduct(db, { erp_code: `NUM-${i}`, price, quantity: i })))
    const found = (price: string) => codes({ erp_code: 'num-', price })
    expect(await found('5')).toEqual(['NUM-0'])
    expect(await found('89,9')).toEqual(['NUM-3'])
    expect(await found('>5')).toEqual(['NUM-1', 'NUM-2', 'NUM-3', 'NUM-4'])
    expect(await found('>=5,5')).toEqual(['NUM-1', 'NUM-2', 'NUM-3', 'NUM-4'])
    expect(await found('<5.50')).toEqual(['NUM-0'])
    expect(await found('5..50')).toEqual(['NUM-0', 'NUM-1', 'NUM-2'])
    expect(await found('9999999999,999')).toEqual(['NUM-4'])
    expect(await codes({ erp_code: 'num-', quantity: '>9999999999' })).toEqual([])
  })

  test('begin a day at midnight in Podgorica, in summer and in winter', async () => {
    const moments = [
      '2026-07-14T21:59:59.999Z', // 23:59 on the 14th in the office
      '2026-07-14T22:00:00Z', // 00:00 on the 15th in the office
      '2026-07-15T21:59:59Z',
      '2026-07-15T22:00:00Z',
      '2026-01-14T23:00:00Z', // 00:00 on the 15th in the office, in winter
    ]
    await Promise.all(moments.map((updated_at, i) => makeProduct(db, { erp_code: `DAY-${i}`, updated_at })))
    const found = (updated_at: string) => codes({ erp_code: 'day-', updated_at })
    expect(await found('15.07.2026')).toEqual(['DAY-1', 'DAY-2'])
    expect(await found('2026-07-15')).toEqual(['DAY-1', 'DAY-2'])
    expect(await found('7.2026')).toEqual(['DAY-0', 'DAY-1', 'DAY-2', 'DAY-3'])
    expect(await found('<15.07.2026')).toEqual(['DAY-0', 'DAY-4'])
    expect(await found('15.01.2026')).toEqual(['DAY-4'])
    expect(await found('>15.07.2026')).toEqual(['DAY-3'])
    expect(await found('15.01.2026..14.07.2026')).toEqual(['DAY-0', 'DAY-4'])
    expect(await found('31.12.9999')).toEqual([])
  })

  test('select active and inactive ones, by the filter and by show_only_active', async () => {
    await makeProduct(db, { erp_code: 'ACT-0' })
    await makeProduct(db, { erp_code: 'ACT-1', is_active: false })
    expect(await codes({ erp_code: 'act-', is_active: 'true' })).toEqual(['ACT-0'])
    expect(await codes({ erp_code: 'act-', is_active: 'false' })).toEqual(['ACT-1'])
    const { body } = await ask({ show_only_active: true, filters: { erp_code: 'act-' } })
    expect([body.total_rows, body.result.map((row) => row.erp_code)]).toEqual([1, ['ACT-0']])
  })
})

test('names are in Montenegrin order', async () => {
  const inOrder = ['Cipela', 'Čarapa', 'Ćup', 'Dno', 'Džak', 'Đak', 'Lopta', 'Ljeto', 'Noga', 'Njiva']
  inOrder.push('Sok', 'Šal', 'Zid', 'Žaba')
  await make('ORD', inOrder.toReversed())
  const sorted = async (sortDesc: boolean) => {
    const { body } = await ask({
      filters: { erp_code: 'ord-' },
      options: { itemsPerPage: 50, sortBy: 'name', sortDesc },
    })
    return body.result.map(({ name }) => name)
  }
  expect(await sorted(false)).toEqual(inOrder)
  expect(await sorted(true)).toEqual(inOrder.toReversed())
})

test('GET and POST of pagination/active return active ones, with filters and options as JSON text', async () => {
  await makeProduct(db, { erp_code: 'GET-0', name: 'Vijak', price: '2' })
  await makeProduct(db, { erp_code: 'GET-1', name: 'Vijak', price: '1' })
  await makeProduct(db, { erp_code: 'GET-2', name: 'Vijak', price: '3', is_active: false })
  const body = {
    filters: { erp_code: 'get-' },
    options: { sortBy: ['price'], sortDesc: [true], itemsPerPage: 8 as const },
  }
  const query = { filters: JSON.stringify(body.filters), options: JSON.stringify(body.options) }
  const byGet = await call(products.activePage, { query })
  const byPost = await call(products.activePagePost, { body: { ...body, show_only_active: false } as Body })
  expect(byGet.body.result.map((row) => row.erp_code)).toEqual(['GET-0', 'GET-1'])
  expect(byPost.body).toEqual(byGet.body)
  const byCode = ['GET-0', 'GET-1']
  for (const options of [undefined, {}, { sortBy: [], itemsPerPage: 8 as const }]) {
    const plain = { filters: body.filters, ...(options && { options }) }
    const { body: posted } = await call(products.activePagePost, { body: plain as Body })
    expect(posted.result.map((row) => row.erp_code)).toEqual(byCode)
  }
})

test('pagination/active returns only the requested products that are active', async () => {
  const ids: number[] = []
  for (const is_active of [true, true, false, true]) {
    const erp_code = `ONLY-${ids.length}`
    ids.push((await makeProduct(db, { erp_code, is_active })).id)
  }
  const body = { filters: { erp_code: 'only-' }, options: { sortBy: ['erp_code'], sortDesc: [false] } }
  const codes = async (only?: number[]) => {
    const answer = await call(products.activePagePost, { body: { ...body, ...(only && { only }) } as Body })
    return [answer.body.total_rows, ...answer.body.result.map((row) => row.erp_code)]
  }
  expect(await codes([])).toEqual([0])
  expect(await codes(ids.slice(0, 3))).toEqual([2, 'ONLY-0', 'ONLY-1'])
  expect(await codes()).toEqual([3, 'ONLY-0', 'ONLY-1', 'ONLY-3'])
})

test('the whole list is streamed in database order', async () => {
  await sql`INSERT INTO products (erp_code, name, description, price, quantity)
    SELECT 'ALL-' || i, 'Ime "' || i || '"', E'red\n], [', 1.5, i FROM generate_series(1, 2600) AS i`.execute(
    db,
  )
  const { status, headers, body } = await call(products.all, {})
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const rows = await db
    .selectFrom('products')
    .select([
      'id',
      'erp_code',
      'name',
      'description',
      'price',
      'quantity',
      'image',
      'is_active',
      'version',
      'updated_at',
    ])
    .orderBy('id')
    .execute()
  expect(body).toMatchObject(rows)
})

test('a whole list without rows is []', async () => {
  await sql`TRUNCATE products CASCADE`.execute(db)
  expect((await call(products.all, {})).bytes.toString()).toBe('[]')
})

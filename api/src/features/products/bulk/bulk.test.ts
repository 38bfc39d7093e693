import { catalogue } from '@kontor/contract/catalogue'
import { history } from '@kontor/contract/history'
import { products } from '@kontor/contract/products'
import { bulkProducts } from '@kontor/contract/products/bulk'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { changeRole, makeProduct, makeUser } from '../../../../test/make.ts'
import { makeCatalogueNode, makePlace } from '../../../../test/make-node.ts'

const { db, call, signIn, tokenOf } = await startApp()

const percent = (value: string) => ({ field: 'price', how: 'percent', value }) as const
const set = (field: 'price' | 'quantity', value: string) => ({ field, how: 'set', value }) as const
const place = (how: 'add' | 'remove', id: number) => ({ field: 'catalogue', how, value: String(id) }) as const
type Change = ReturnType<typeof percent> | ReturnType<typeof set> | ReturnType<typeof place>

const plan = async (change: Change, which: { ids?: number[]; filters?: { name: string } }) =>
  (await call(bulkProducts.bulkPlan, { body: { change, ...which } })).body
const priceOf = async (id: number) =>
  (await db.selectFrom('products').select('price').where('id', '=', id).executeTakeFirstOrThrow()).price
async function made(prices: readonly string[], name = 'Guma') {
  const all = []
  for (const price of prices) all.push(await makeProduct(db, { name, price, quantity: 5 }))
  return all
}

test('rejects invalid prices and changes nothing', async () => {
  const [product] = await made(['10'])
  const ids = [product?.id ?? 0]
  const errorStatuses = await Promise.all(
    [
      percent('-100'),
      percent('1,234'),
      percent('mnogo'),
      set('price', '0'),
      set('price', '-1'),
      set('quantity', '1.5'),
    ].map((change) => call(bulkProducts.bulkPlan, { body: { change, ids } })),
  )
  expect(errorStatuses.map(({ status }) => status)).toEqual(errorStatuses.map(() => 422))
  expect(errorStatuses[0]?.body.errors).toEqual({ 'change.value': ['validation.bulk_percent'] })
  const odd = { field: 'quantity', how: 'percent', value: '5' } as const
  expect((await call(bulkProducts.bulkPlan, { body: { change: odd, ids } })).status).toBe(422)
  const uneven = { change: set('price', '5'), ids, versions: [] }
  expect((await call(bulkProducts.bulk, { body: uneven })).status).toBe(422)
  expect(await priceOf(ids[0] ?? 0)).toBe('10.000')
})

test('requires the permission to change products', async () => {
  const token = await tokenOf({ role: 'user_financier' })
  const [product] = await made(['10'])
  const body = { change: set('price', '5'), ids: [product?.id ?? 0] }
  expect((await call(bulkProducts.bulkPlan, { body }, token)).status).toBe(403)
  expect((await call(bulkProducts.bulk, { body: { ...body, versions: [1] } }, token)).status).toBe(403)
  expect((await call(bulkProducts.undoBulk, { body: { id: 1 } }, token)).status).toBe(403)
  expect((await call(bulkProducts.lastBulk, {}, token)).status).toBe(403)
})

test('a change by percent is exact, to the cent or to the thousandths of a price', async () => {
  const all = await made(['0.01', '1.05', '2.225', '19.99', '9999999999'])
  const ids = all.map(({ id }) => id)
  const { total, changed, wrong, problems, rows, ...read } = await plan(percent('10'), { ids })
  expect([total, changed, wrong]).toEqual([5, 3, 1])
  expect(problems.map(({ reason }) => reason)).toEqual(['validation.too_many_digits'])
  expect(rows.map(({ before, after }) => [before, after])).toEqual([
    ['1.050', '1.160'],
    ['2.225', '2.448'],
    ['19.990', '21.990'],
  ])
  const { body } = await call(bulkProducts.bulk, {
    body: { change: percent('10'), ids: read.ids, versions: read.versions },
  })
  expect(body).toMatchObject({ changed: 3, not_done: [] })
  expect(await Promise.all(ids.map(priceOf))).toEqual(['0.010', '1.160', '2.448', '21.990', '9999999999.000'])
})

test('reports a price that would not be positive, and does not change it', async () => {
  const [cheap] = await made(['0.01'])
  const { changed, problems } = await plan(percent('-90'), { ids: [cheap?.id ?? 0] })
  expect([changed, problems.map(({ reason }) => reason)]).toEqual([0, ['validation.valid_price']])
})

test('reports a missing product in the plan, the edit and the undo', async () => {
  const none = { id: 0, name: '', updated_at: '' }
  const [one = none, gone = none] = await made(['10', '20'], 'Pumpa')
  const read = await plan(set('price', '7'), { ids: [one.id, gone.id, 2_000_000] })
  const unknown = (id: number) => ({ id, name: `#${id}`, reason: 'error.not_found' })
  expect(read).toMatchObject({ total: 3, changed: 2, same: 0, wrong: 1, problems: [unknown(2_000_000)] })
  const apply = (change: Change, ids: number[], versions: number[]) =>
    call(bulkProducts.bulk, { body: { change, ids, versions } })
  const done = await apply(set('price', '7'), read.ids, read.versions)
  await sql`DELETE FROM products WHERE id = ${gone.id}`.execute(db)
  const again = await apply(set('price', '9'), [gone.id], [1])
  expect(again.body).toEqual({ id: null, changed: 0, not_done: [unknown(gone.id)] })
  const undone = await call(bulkProducts.undoBulk, { body: { id: done.body.id ?? 0 } })
  expect(undone.body).toMatchObject({ changed: 1, not_done: [{ ...unknown(gone.id), name: gone.name }] })
  const moment = db.selectFrom('products').select('updated_at').where('id', '=', one.id)
  expect(await moment.executeTakeFirst()).toEqual({ updated_at: one.updated_at }) // the timestamp of before the edit
})

test('skips and reports a product that was changed since the preview', async () => {
  const [one, other] = await made(['10', '20'])
  const ids = [one?.id ?? 0, other?.id ?? 0]
  const read = await plan(percent('10'), { ids })
  await sql`UPDATE products SET quantity = 9 WHERE id = ${ids[1]}`.execute(db)
  const { body } = await call(bulkProducts.bulk, {
    body: { change: percent('10'), ids: read.ids, versions: read.versions },
  })
  expect(body.changed).toBe(1)
  expect(body.not_done).toEqual([{ id: ids[1], name: 'Guma', reason: 'validation.bulk_overtaken' }])
  expect(await Promise.all(ids.map(priceOf))).toEqual(['11.000', '20.000'])
})

test('a simultaneous single edit is never lost', async () => {
  const all = await made(
    Array.from({ length: 20 }, () => '10'),
    'Trka',
  )
  const read = await plan(percent('10'), { filters: { name: 'trka' } })
  expect(read.changed).toBe(20)
  const edits = all.map(({ id, erp_code, name, version }) =>
    call(products.update, {
      params: { id: String(id) },
      form: { erp_code, name, description: '', price: '50', quantity: '5', version: String(version) },
      files: { image: undefined },
    }),
  )
  const [bulk, ...single] = await Promise.all([
    call(bulkProducts.bulk, { body: { change: percent('10'), ids: read.ids, versions: read.versions } }),
    ...edits,
  ])
  const saved = single.filter(({ status }) => status === 200).length
  expect(single.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect([bulk.body.changed, bulk.body.not_done.length]).toEqual([20 - saved, saved])
  const prices = await Promise.all(all.map(({ id }) => priceOf(id)))
  expect(prices.filter((price) => price === '50.000')).toHaveLength(saved)
  expect(prices.filter((price) => price === '11.000')).toHaveLength(20 - saved)
})

/** The rows of the last history entry with this action. */
async function lastEntry(action: 'bulk' | 'bulk_undo') {
  const { body } = await call(history.index, { body: { filters: { table: 'products', action } } })
  const id = String(body.result[0]?.id)
  return (await call(history.rows, { params: { id }, query: {} })).body
}

test('an undo restores records that are unchanged since, once, and reports the rest', async () => {
  const [one, other] = await made(['10', '20.005'])
  const ids = [one?.id ?? 0, other?.id ?? 0]
  const read = await plan(set('price', '7'), { ids })
  const { body } = await call(bulkProducts.bulk, {
    body: { change: set('price', '7'), ids: read.ids, versions: read.versions },
  })
  await sql`UPDATE products SET price = 8 WHERE id = ${ids[0]}`.execute(db)
  const { last } = (await call(bulkProducts.lastBulk, {})).body
  expect(last).toMatchObject({ id: body.id, changed: 2, field: 'price', how: 'set', value: '7' })
  expect((await lastEntry('bulk')).bulk_id).toBe(body.id)
  // A colleague's later edit is the last one of the list for everybody, with the colleague's name.
  const colleague = await tokenOf({ name: 'Luka' })
  const { ids: otherIds, versions } = await plan(set('price', '9'), { ids: [ids[1] ?? 0] })
  const elsewhere = await call(
    bulkProducts.bulk,
    { body: { change: set('price', '9'), ids: otherIds, versions } },
    colleague,
  )
  for (const asking of [undefined, colleague]) {
    const { last } = (await call(bulkProducts.lastBulk, {}, asking)).body
    expect([last?.id, last?.by]).toEqual([elsewhere.body.id, 'Luka'])
  }
  await call(bulkProducts.undoBulk, { body: { id: elsewhere.body.id ?? 0 } }, colleague)
  expect((await call(bulkProducts.lastBulk, {})).body.last?.id).toBe(body.id)
  const undone = await call(bulkProducts.undoBulk, { body: { id: body.id ?? 0 } })
  expect(undone.body.changed).toBe(1)
  expect(undone.body.not_done.map(({ id }) => id)).toEqual([ids[0]])
  expect(await Promise.all(ids.map(priceOf))).toEqual(['8.000', '20.005'])
  expect((await call(bulkProducts.lastBulk, {})).body.last?.id).not.toBe(body.id)
  expect((await lastEntry('bulk')).bulk_id).toBe(null)
  expect((await lastEntry('bulk_undo')).bulk_id).toBe(null)
  expect((await call(bulkProducts.undoBulk, { body: { id: body.id ?? 0 } })).status).toBe(422)
  expect((await call(bulkProducts.undoBulk, { body: { id: undone.body.id ?? 0 } })).status).toBe(422)
  expect((await call(bulkProducts.undoBulk, { body: { id: 2_000_000 } })).status).toBe(404)
})

test('a repeated request after a lost response is applied once and returns the same; so does an undo', async () => {
  const [one = { id: 0 }] = await made(['100'])
  const { ids, versions } = await plan(percent('10'), { ids: [one.id] })
  const apply = () =>
    call(bulkProducts.bulk, { body: { change: percent('10'), ids, versions }, idempotencyKey: 'izgubljen-1' })
  const first = await apply()
  expect(first.body).toMatchObject({ changed: 1, not_done: [] })
  expect((await apply()).body).toEqual(first.body)
  expect(await priceOf(one.id)).toBe('110.000')
  const undo = () =>
    call(bulkProducts.undoBulk, { body: { id: first.body.id ?? 0 }, idempotencyKey: 'izgubljen-2' })
  const back = await undo()
  expect([back.status, back.body.changed]).toEqual([200, 1])
  expect((await undo()).body).toEqual(back.body)
  expect(await priceOf(one.id)).toBe('100.000')
})

test('several edits of one product are undone one after the other, the last first', async () => {
  const [product = { id: 0 }] = await made(['10'])
  const change = async (change: Change) => {
    const { ids, versions } = await plan(change, { ids: [product.id] })
    return (await call(bulkProducts.bulk, { body: { change, ids, versions } })).body.id ?? 0
  }
  const done = [
    await change(set('price', '7')),
    await change(set('quantity', '9')),
    await change(percent('10')),
  ]
  for (const id of done.reverse()) {
    expect((await call(bulkProducts.lastBulk, {})).body.last?.id).toBe(id)
    expect((await call(bulkProducts.undoBulk, { body: { id } })).body).toMatchObject({
      changed: 1,
      not_done: [],
    })
  }
  expect(
    await db.selectFrom('products').select(['price', 'quantity']).where('id', '=', product.id).execute(),
  ).toEqual([{ price: '10.000', quantity: 5 }])
})

test('an undo without effect can be repeated after later edits were undone', async () => {
  const [one = { id: 0 }] = await made(['10'])
  const marko = await tokenOf({ name: 'Marko' })
  const change = async (value: string, as?: string) => {
    const read = await plan(set('quantity', value), { ids: [one.id] })
    const body = { change: set('quantity', value), ids: read.ids, versions: read.versions }
    return (await call(bulkProducts.bulk, { body }, as)).body.id ?? 0
  }
  const undo = async (id: number, as?: string) =>
    (await call(bulkProducts.undoBulk, { body: { id } }, as)).body
  const his = await change('7000', marko)
  const over = await change('8000')
  expect(await undo(his, marko)).toMatchObject({ id: null, changed: 0, not_done: [{ id: one.id }] })
  expect(await undo(over)).toMatchObject({ changed: 1, not_done: [] })
  expect(await undo(his, marko)).toMatchObject({ changed: 1, not_done: [] })
  expect((await undo(his, marko)).message).toBe('import.nothing_to_undo')
})

test('is one history entry with a row per record, and no import', async () => {
  const [product] = await made(['10'], 'U istoriji')
  const id = product?.id ?? 0
  const read = await plan(set('quantity', '3'), { ids: [id] })
  const { body } = await call(bulkProducts.bulk, {
    body: { change: set('quantity', '3'), ids: read.ids, versions: read.versions },
  })
  const { result } = (await call(history.index, { body: {} })).body
  expect(result[0]).toMatchObject({ action: 'bulk', table: 'products', record_id: null })
  const change = { column: 'quantity', before: 5, after: 3 }
  const rows = (await call(history.rows, { params: { id: String(result[0]?.id) }, query: {} })).body.result
  expect(rows).toEqual([{ id, record: 'U istoriji', values: [change] }])
  const own = () => call(history.ofRecord, { params: { table: 'products', id: String(id) }, query: {} })
  expect((await own()).body.result[0]).toMatchObject({ action: 'bulk', values: [change] })
  expect((await call(products.importStatus, {})).body.last).toBeNull()
  await call(bulkProducts.undoBulk, { body: { id: body.id ?? 0 } })
  const back = { column: 'quantity', before: 3, after: 5 }
  const [undone] = (await own()).body.result
  expect(undone).toMatchObject({ action: 'bulk_undo', values: [back] })
  const taken = await call(history.rows, { params: { id: String(undone?.id) }, query: {} })
  expect(taken.body.result).toEqual([{ id, record: 'U istoriji', values: [back] }])
})

test('changes twenty thousand products, and undoes that', async () => {
  await sql`INSERT INTO products (erp_code, name, price) SELECT 'MNOGO-' || n, 'Mnogo', n / 100.0 + 1
    FROM generate_series(1, 20000) AS n`.execute(db)
  const read = await plan(percent('3.5'), { filters: { name: 'mnogo' } })
  expect(read.changed).toBe(20_000)
  const { body } = await call(bulkProducts.bulk, {
    body: { change: percent('3.5'), ids: read.ids, versions: read.versions },
  })
  expect(body.changed).toBe(20_000)
  expect((await call(bulkProducts.undoBulk, { body: { id: body.id ?? 0 } })).body.changed).toBe(20_000)
})

describe('into the catalogue', () => {
  const placesOf = async (id: number) =>
    (
      await db
        .selectFrom('catalogue')
        .select('catalogue_id')
        .where('product_id', '=', id)
        .where('is_active', '=', true)
        .orderBy('catalogue_id')
        .execute()
    ).map(({ catalogue_id }) => catalogue_id)
  const done = async (change: Change, ids: number[], as?: string) => {
    const read = await plan(change, { ids })
    return call(bulkProducts.bulk, { body: { change, ids: read.ids, versions: read.versions } }, as)
  }

  test('rejects a missing category, and users without the permission to change the catalogue', async () => {
    const [one] = await made(['10'])
    const ids = [one?.id ?? 0]
    const node = await makeCatalogueNode(db)
    const gone = await makeCatalogueNode(db, { is_active: false })
    const inside = await makePlace(db, node.id)
    for (const [id, why] of [
      [gone.id, 'validation.not_found'],
      [2_000_000, 'validation.not_found'],
      [inside.id, 'tree.parent_item'],
    ] as const) {
      const planned = await call(bulkProducts.bulkPlan, { body: { change: place('add', id), ids } })
      expect([planned.status, planned.body.errors]).toEqual([422, { catalogue: [why] }])
    }
    const anyway = (id: number) =>
      call(bulkProducts.bulk, { body: { change: place('add', id), ids, versions: [1] } })
    const { body, status } = await anyway(gone.id)
    expect([status, body.errors]).toEqual([422, { catalogue: ['validation.not_found'] }])
    expect((await anyway(2_000_000)).status).toBe(422)
    expect((await anyway(inside.id)).body.errors).toEqual({
      catalogue: ['tree.parent_item'],
    })
    const other = await tokenOf({ role: 'user_engineer' })
    await changeRole(db, 'user_engineer', {
      granted: ['products.see', 'products.change', 'catalogue.see'],
      revoked: ['catalogue.change'],
    })
    const change = place('add', node.id)
    expect((await call(bulkProducts.bulkPlan, { body: { change, ids } }, other)).status).toBe(403)
    expect((await done(change, ids, other)).status).toBe(403)
    const byDirector = await done(change, ids)
    expect((await call(bulkProducts.undoBulk, { body: { id: byDirector.body.id ?? 0 } }, other)).status).toBe(
      403,
    )
    expect((await call(bulkProducts.lastBulk, {}, other)).body.last?.field).not.toBe('catalogue')
    expect(await placesOf(ids[0] ?? 0)).toEqual([node.id])
  })

  test('keeps existing nodes, reports inactive products, adds the others at once and undoes exactly that', async () => {
    const node = await makeCatalogueNode(db)
    const old = await makeCatalogueNode(db)
    const [fresh, there, moved] = await made(['10', '20', '30'])
    const off = await makeProduct(db, { name: 'Ugašena', is_active: false })
    const ids = [fresh?.id ?? 0, there?.id ?? 0, moved?.id ?? 0, off.id]
    for (const [at, product] of [
      [node.id, there],
      [old.id, fresh],
    ] as const)
      await makePlace(db, at, { id: product?.id ?? 0, name: 'Guma' })
    const read = await plan(place('add', node.id), { ids })
    expect(read).toMatchObject({ total: 4, changed: 2, same: 1, wrong: 1 })
    expect(read.problems).toEqual([{ id: off.id, name: 'Ugašena', reason: 'validation.inactive' }])
    await db
      .updateTable('products')
      .set({ is_active: false })
      .where('id', '=', ids[2] ?? 0)
      .execute()
    const all = { ids: [...ids], versions: ids.map(() => 1) }
    const { body } = await call(bulkProducts.bulk, { body: { change: place('add', node.id), ...all } })
    expect(body.changed).toBe(1)
    expect(body.not_done.map(({ reason }) => reason).sort()).toEqual(
      ['validation.bulk_overtaken', 'validation.inactive'].sort(),
    )
    expect(await Promise.all(ids.map(placesOf))).toEqual([
      [old.id, node.id].sort((a, b) => a - b),
      [node.id],
      [],
      [],
    ])
    const changes = (await lastEntry('bulk')).result[0]?.values
    expect(changes).toMatchObject([
      { column: 'catalogue', before: [old.name], after: [old.name, node.name].sort() },
    ])
    const undone = await call(bulkProducts.undoBulk, { body: { id: body.id ?? 0 } })
    expect(undone.body).toMatchObject({ changed: 1, not_done: [] })
    expect(await placesOf(ids[0] ?? 0)).toEqual([old.id])
  })

  test('removes products from a category, and restores them where it still exists', async () => {
    const node = await makeCatalogueNode(db)
    const other = await makeCatalogueNode(db)
    const [one] = await made(['10'])
    const id = one?.id ?? 0
    const otherNode = await makePlace(db, node.id, { id, name: 'Guma' })
    await db.updateTable('catalogue').set({ is_visible: false }).where('id', '=', otherNode.id).execute()
    await makePlace(db, other.id, { id, name: 'Guma' })
    const { body } = await done(place('remove', node.id), [id])
    expect(await placesOf(id)).toEqual([other.id])
    // A product that was moved elsewhere meanwhile is not affected.
    await db.updateTable('catalogue').set({ is_active: false }).where('catalogue_id', '=', other.id).execute()
    await call(bulkProducts.undoBulk, { body: { id: body.id ?? 0 } })
    expect(await placesOf(id)).toEqual([node.id])
    const back = db.selectFrom('catalogue').select(['id', 'is_visible']).where('product_id', '=', id)
    expect(await back.where('is_active', '=', true).execute()).toEqual([
      { id: otherNode.id, is_visible: false },
    ])
    const again = await done(place('remove', node.id), [id])
    await db.updateTable('catalogue').set({ is_active: false }).where('id', '=', node.id).execute()
    expect((await call(bulkProducts.undoBulk, { body: { id: again.body.id ?? 0 } })).status).toBe(422)
    expect(await placesOf(id)).toEqual([])
  })

  test('simultaneous edits that add the same products to a category add each once', async () => {
    const node = await makeCatalogueNode(db)
    const all = await made(Array.from({ length: 30 }, () => '10'))
    const ids = all.map(({ id }) => id)
    const answers = await Promise.all([
      done(place('add', node.id), ids),
      call(catalogue.attach, { body: { products: ids, catalogue_id: node.id } }),
      done(place('add', node.id), ids),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await Promise.all(ids.map(placesOf))).toEqual(ids.map(() => [node.id]))
  })
})

test('the history shows catalogue categories only with permission', async () => {
  const [product] = await made(['10'])
  const { id: category } = await makeCatalogueNode(db, { name: 'Zimske gume' })
  const change = place('add', category)
  const { ids, versions } = await plan(change, { ids: [product?.id ?? 0] })
  expect((await call(bulkProducts.bulk, { body: { change, ids, versions } })).status).toBe(200)
  const { username } = await makeUser(db, { role: 'user_engineer' })
  const without = { given: [], taken: ['catalogue.see' as const], version: 1 }
  await db.updateTable('roles').set(without).where('role', '=', 'user_engineer').execute()
  const token = await signIn(username)
  const params = { table: 'products', id: String(product?.id) } as const
  const expectLast = async (as?: string) =>
    JSON.stringify([
      (await call(history.ofRecord, { params, query: {} }, as)).body,
      (await call(history.index, { body: {} }, as)).body.result.filter(({ table }) => table === 'products'),
    ])
  expect(await expectLast()).toContain('Zimske gume')
  expect(await expectLast(token)).not.toContain('Zimske gume')
})

import { history } from '@kontor/contract/history'
import { products } from '@kontor/contract/products'
import { bulkProducts } from '@kontor/contract/products/bulk'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeProduct, makeSlider } from '../../../test/make.ts'
import { makeBook, sheetFile } from '../../../test/odd-files.ts'

const { db, call, tokenOf, tokenWithout } = await startApp()

const undo = (id: number, leave_changed?: boolean, as?: string) =>
  call(products.undoImport, { body: { id, ...(leave_changed !== undefined && { leave_changed }) } }, as)
const last = async (as?: string) => (await call(products.importStatus, {}, as)).body.last
const one = async (erp_code: string) =>
  (await db.selectFrom('products').selectAll().where('erp_code', '=', erp_code).executeTakeFirst()) ?? null

/** A price list that changes `P-1` and `P-2` from 5 to 6 and adds `P-3` and `P-4`. */
async function imported(prefix: string) {
  for (const n of [1, 2])
    await makeProduct(db, { erp_code: `${prefix}-${n}`, name: `${prefix} ${n}`, price: '5' })
  const rows = [1, 2, 3, 4].map((n) => [`${prefix}-${n}`, `${prefix} ${n}`, 6])
  const file = sheetFile([['Šifra', 'Naziv', 'Cijena'], ...rows], 'a.xlsx')
  expect((await call(products.import, { form: {}, files: { file } })).body.counts).toMatchObject({
    create: 2,
    update: 2,
  })
  return (await last())?.id ?? 0
}

async function edit(erp_code: string, price: string, as?: string) {
  const product = await one(erp_code)
  const params = { id: String(product?.id) }
  const form = {
    erp_code,
    name: product?.name ?? '',
    description: '',
    price,
    quantity: '0',
    version: String(product?.version),
  }
  expect((await call(products.update, { params, form, files: { image: undefined } }, as)).status).toBe(200)
}

const entries = async (filters: object) => (await call(history.index, { body: { filters } })).body.result
const ofProduct = async (id: number | undefined) =>
  (await call(history.ofRecord, { params: { table: 'products', id: String(id) }, query: {} })).body.result

test('reports records changed since, with the user, also after they were changed back', async () => {
  const id = await imported('IME')
  const marko = await tokenOf({ name: 'Marko' })
  await edit('IME-1', '7', marko)
  await edit('IME-1', '6', marko)
  const changed = {
    count: 1,
    others: 3,
    rows: [{ id: (await one('IME-1'))?.id, name: 'IME 1', code: 'IME-1', by: 'Marko', is_used: false }],
  }
  const { status, body } = await undo(id)
  expect([status, body.message, body.changed]).toEqual([409, 'import.changed_since', changed])
  expect(await last()).toMatchObject({ undoable: false, changed, left: 0, undone_at: null })
  const other = await tokenWithout('history.see')
  expect((await last(other))?.changed.rows[0]?.by).toBeNull()
  expect((await one('IME-2'))?.price).toBe('6.000')
})

test('undoes the others on request, and the history lists only those', async () => {
  const id = await imported('OST')
  await edit('OST-1', '7')
  await edit('OST-3', '8')
  const { status, body } = await undo(id, true)
  expect([status, body]).toEqual([200, { created: 1, updated: 1, kept: 0, changed: 2 }])
  const prices = await Promise.all([1, 2, 3, 4].map(async (n) => (await one(`OST-${n}`))?.price))
  expect(prices).toEqual(['7.000', '5.000', '8.000', undefined])
  expect((await one('OST-3'))?.is_active).toBe(true)
  expect(await last()).toMatchObject({ undoable: false, left: 2, undone_at: expect.any(String) })
  expect((await undo(id, true)).body.message).toBe('import.nothing_to_undo')
  const [entry] = await entries({ action: 'undo' })
  expect(entry?.values).toEqual([
    { column: 'created', before: null, after: 1 },
    { column: 'updated', before: null, after: 1 },
  ])
  const rows = (await call(history.rows, { params: { id: String(entry?.id) }, query: {} })).body
  expect([rows.total_rows, rows.result.map(({ record }) => record).sort()]).toEqual([2, ['OST 2', 'OST 4']])
  expect((await ofProduct((await one('OST-1'))?.id)).map(({ action }) => action)).not.toContain('undo')
  expect((await ofProduct((await one('OST-2'))?.id)).map(({ action }) => action)).toContain('undo')
})

test('is rejected when all records were changed since, also for the others', async () => {
  const id = await imported('SVE')
  await sql`UPDATE products SET price = 9 WHERE erp_code LIKE 'SVE-%'`.execute(db)
  const { status, body } = await undo(id, true)
  expect([status, body.changed?.count, body.changed?.others]).toEqual([409, 4, 0])
  expect((await last())?.undone_at).toBeNull()
})

test('reports added records in use, and deactivates them when the others are undone', async () => {
  const id = await imported('KOR')
  const used = await one('KOR-3')
  const slider = await makeSlider(db, { type: 2, product_id: used?.id ?? 0, is_visible: false })
  const refused = await undo(id)
  expect([refused.status, refused.body.changed]).toEqual([
    409,
    { count: 1, others: 3, rows: [{ id: used?.id, name: 'KOR 3', code: 'KOR-3', by: null, is_used: true }] },
  ])
  expect([(await one('KOR-2'))?.price, await one('KOR-4')]).toEqual(['6.000', expect.anything()])
  await edit('KOR-1', '7')
  expect((await undo(id, true)).body).toEqual({ created: 1, updated: 1, kept: 1, changed: 1 })
  expect(await one('KOR-3')).toMatchObject({ price: '6.000', is_active: false })
  expect([(await one('KOR-2'))?.price, await one('KOR-4')]).toEqual(['5.000', null])
  const [entry] = await entries({ action: 'undo' })
  expect(entry?.values.map(({ after }) => after)).toEqual([1, 1])
  expect((await ofProduct(used?.id))[0]).toMatchObject({
    action: 'update',
    values: [{ column: 'is_active', after: false }],
  })
  await db.deleteFrom('sliders').where('id', '=', slider.id).execute()
})

test('is rejected while a promotion offers an added product', async () => {
  const id = await imported('AKC')
  const slider = await makeSlider(db, { type: 2, product_id: (await one('AKC-3'))?.id ?? 0 })
  const { status, body } = await undo(id)
  expect([status, body.message]).toEqual([409, 'import.changed_since'])
  await db.deleteFrom('sliders').where('id', '=', slider.id).execute()
  expect((await undo(id)).status).toBe(200)
})

test("a bulk edit before an import can be undone after the import's undo", async () => {
  const product = await makeProduct(db, { erp_code: 'RED-1', name: 'RED 1', price: '4' })
  const change = { field: 'price', how: 'set', value: '5' } as const
  const { ids, versions } = (await call(bulkProducts.bulkPlan, { body: { change, ids: [product.id] } })).body
  const bulk = (await call(bulkProducts.bulk, { body: { change, ids, versions } })).body.id ?? 0
  const file = new File(
    [
      new Uint8Array(
        makeBook(
          [
            ['Šifra', 'Cijena'],
            ['RED-1', 6],
          ],
          'xlsx',
        ),
      ),
    ],
    'b.xlsx',
  )
  await call(products.import, { form: {}, files: { file } })
  const undoBulkEdit = async () => (await call(bulkProducts.undoBulk, { body: { id: bulk } })).body
  expect(await undoBulkEdit()).toMatchObject({ id: null, changed: 0, not_done: [{ id: product.id }] })
  expect((await undo((await last())?.id ?? 0)).status).toBe(200)
  expect(await undoBulkEdit()).toMatchObject({ changed: 1, not_done: [] })
  expect((await one('RED-1'))?.price).toBe('4.000')
})

import { history } from '@kontor/contract/history'
import { partners } from '@kontor/contract/partners'
import { products } from '@kontor/contract/products'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCategory, makeCity, makePartner, makeProduct } from '../../../test/make.ts'
import { sheetFile } from '../../../test/odd-files.ts'

const { db, call, staffUser } = await startApp()
const me = { id: staffUser.id, name: staffUser.name }

const file = (rows: unknown[][]) => sheetFile(rows, 'cjenovnik.xlsx')
const page = async (body: object = {}) => (await call(history.index, { body })).body
const rowsOf = async (id: number) =>
  (await call(history.rows, { params: { id: String(id) }, query: {} })).body
const ofProduct = async (id: number) =>
  (await call(history.ofRecord, { params: { table: 'products', id: String(id) }, query: {} })).body.result

test('an import of products is one entry with rows; its undo is another', async () => {
  const old = await makeProduct(db, { erp_code: 'STARI', name: 'Stari', price: '5', quantity: 3 })
  const { total_rows: before } = await page()
  const sheet = [
    ['Šifra', 'Naziv', 'Cijena', 'Količina', 'Aktivan'],
    ['STARI', 'Stari', '6,5', 3, 'da'],
    ['NOVI', 'Novi', 7, 2, 'da'],
  ]
  const refused = await call(products.import, {
    form: {},
    files: { file: file([...sheet, ['X', '', 'x', 1]]) },
  })
  expect(refused.status).toBe(422)
  expect((await page()).total_rows).toBe(before)

  expect((await call(products.import, { form: {}, files: { file: file(sheet) } })).status).toBe(200)
  const { result, total_rows } = await page()
  expect(total_rows).toBe(before + 1)
  expect(result[0]).toMatchObject({
    action: 'import',
    table: 'products',
    record: 'cjenovnik.xlsx',
    record_id: null,
    person: me,
    values: [
      { column: 'created', before: null, after: 1 },
      { column: 'updated', before: null, after: 1 },
    ],
  })
  const opened = await rowsOf(result[0]?.id ?? 0)
  const change = { column: 'price', before: '5', after: '6.5' }
  expect(opened.total_rows).toBe(2)
  expect(opened.result[0]).toEqual({ id: old.id, record: 'Stari', values: [change] })
  expect(opened.result[1]?.values).toContainEqual({ column: 'name', before: null, after: 'Novi' })
  const [own] = await ofProduct(old.id)
  expect(own).toMatchObject({ action: 'import', person: me, values: [change] })

  const { last } = (await call(products.importStatus, {})).body
  expect((await call(products.undoImport, { body: { id: last?.id ?? 0 } })).status).toBe(200)
  const after = await page()
  expect(after.total_rows).toBe(before + 2)
  expect(after.result[0]).toMatchObject({ action: 'undo', record: 'cjenovnik.xlsx', person: me })
  const [undone] = await ofProduct(old.id)
  expect(undone).toMatchObject({ action: 'undo', values: [{ column: 'price', before: '6.5', after: '5' }] })
  expect((await rowsOf(after.result[0]?.id ?? 0)).total_rows).toBe(2)
})

test('an import of partners has names of cities and categories, and writes no entries for users', async () => {
  const city = await makeCity(db, { name: 'Bar' })
  const tyres = await makeCategory(db, { name: 'Gume' })
  await makeCategory(db, { name: 'Ulja' })
  const old = await makePartner(db, { id: 501, city_id: city.id, debt: '5', category_ids: [tyres.id] })
  const { total_rows: before } = await page()
  const rows = [
    ['Šifra', 'Naziv', 'Telefon', 'Kategorije', 'Grad', 'Dug'],
    [501, old.name, '', 'Gume; Ulja', 'Bar', '7%'],
    [502, 'Novi servis', '', 'Ulja', 'Bar', 0],
  ]
  const form = { is_update_financial: 'false' } as const
  expect((await call(partners.import, { form, files: { file: file(rows) } })).status).toBe(200)
  const { result, total_rows } = await page()
  expect(total_rows).toBe(before + 1)
  const opened = await rowsOf(result[0]?.id ?? 0)
  expect(opened.result[0]?.values).toEqual([
    { column: 'categories', before: ['Gume'], after: ['Gume', 'Ulja'] },
    { column: 'debt', before: '5', after: '7%' },
  ])
  expect(opened.result[1]?.values).toContainEqual({ column: 'city', before: null, after: 'Bar' })
})

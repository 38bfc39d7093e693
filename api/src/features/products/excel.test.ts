import { routesOf } from '@kontor/contract/lib/resources/routes'
import { products } from '@kontor/contract/products'
import { countries } from '@kontor/contract/resources/countries'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePicture, makeProduct, UNKNOWN_ID } from '../../../test/make.ts'
import { readRows } from '../../../test/sheets.ts'
import { withoutHistory } from '../../lib/database/triggers.ts'

const { db, call, inject, staff } = await startApp()

type Body = Parameters<typeof call<typeof products.index>>[1]['body']
const report = (body: object) =>
  call(products.index, { body: { report_data: { name: 'Lista', format: 'xlsx' }, ...body } as Body })
const workbook = async (body: object) => {
  const { status, bytes } = await report(body)
  expect(status).toBe(200)
  return readRows(bytes)
}
const reimport = async (form: { choices?: string } = {}) => {
  const { bytes, headers } = await call(products.excel, {})
  expect(headers['content-disposition']).toContain('filename="proizvodi.xlsx"')
  const file = new File([new Uint8Array(bytes)], 'proizvodi.xlsx')
  const { status, body } = await call(products.import, { form: { dry_run: '1', ...form }, files: { file } })
  expect([status, body.problems, body.questions]).toEqual([200, [], []])
  return body
}

describe('proizvodi.xlsx', () => {
  test('without products has only the header', async () => {
    const rows = await readRows((await call(products.excel, {})).bytes)
    expect(rows).toHaveLength(1)
    expect(rows?.[0]?.slice(0, 5)).toEqual(['Šifra', 'Naziv', 'Opis', 'Cijena', 'Količina'])
    expect(rows?.[0]?.at(-1)).toBe('Aktivan')
  })

  test('is imported unchanged and without questions for any products, also without a price', async () => {
    const word = fc.string({ unit: fc.constantFrom(..."aA1.,-0E+Šš Ж%'#€"), minLength: 1, maxLength: 12 })
    const text = word.filter((typed) => typed.trim() !== '')
    const product = fc.record({
      erp_code: text.map((typed) => typed.trim()),
      name: text.map((typed) => `Ime ${typed}`.trim()),
      description: fc.option(text.map((typed) => typed.trim())),
      price: fc.oneof(
        fc.constant('0'),
        fc.integer({ min: 1, max: 9_999_999 }).map((n) => String(n / 1000)),
      ),
      quantity: fc.nat(),
      is_active: fc.boolean(),
    })
    const many = fc.uniqueArray(product, {
      selector: ({ erp_code }) => erp_code,
      minLength: 1,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(many, async (all) => {
        await db.deleteFrom('products').execute()
        await db.insertInto('products').values(all).execute()
        expect((await reimport()).counts).toEqual({ create: 0, update: 0, same: all.length, problems: 0 })
        expect((await reimport({ choices: '{"clear":true}' })).counts.update).toBe(0)
      }),
      { numRuns: 15 },
    )
    await db.deleteFrom('products').execute()
  })

  test('is imported unchanged, including texts like formulas and the largest price', async () => {
    const odd = [
      '=1+1',
      '+38267',
      '-5',
      '@SUM(A1)',
      '＝1+1',
      "'00042",
      '00042',
      '1e5',
      '1/2',
      'TRUE',
      '#REF!',
      '_x0041_',
      '15.07.2026.',
    ]
    for (const [i, name] of [
      ...odd,
      'a\u00a0b',
      'Đorđe 🛞 <b>&amp;',
      '"navodnici"; \\',
      'red\nred',
      'dva  razmaka',
    ].entries())
      await makeProduct(db, {
        erp_code: `${odd[i] ?? `X-${i}`}`,
        name: `${name.replace('\n', ' ')}!`,
        description: name,
      })
    await makeProduct(db, {
      erp_code: 'MAX',
      price: '9999999999.999',
      quantity: 2147483647,
      is_active: false,
    })
    await makeProduct(db, { erp_code: 'MIN', price: '0.001', quantity: 0 })
    const form = {
      erp_code: 'CRLF',
      name: 'Redovi',
      description: 'prvi\r\ndrugi\ttreći',
      price: '1',
      quantity: '1',
    }
    const typed = await call(products.create, { form, files: { image: await makePicture() } })
    expect(typed.body.description).toBe('prvi\ndrugi\ttreći')
    const { counts } = await reimport()
    expect(counts).toEqual({ create: 0, update: 0, same: 21, problems: 0 })
  })

  test('a product without a price has an empty cell, and is imported so', async () => {
    await makeProduct(db, { erp_code: 'NO-PRICE', price: '0' })
    const rows = await readRows((await call(products.excel, {})).bytes)
    expect(rows.find(([code]) => code === 'NO-PRICE')?.[3]).toBeNull()
    expect((await reimport()).counts).toMatchObject({ update: 0, create: 0 })
  })

  test('exports more products than one portion, each once', async () => {
    await db
      .insertInto('products')
      .values(
        Array.from({ length: 4100 }, (_, i) => ({
          erp_code: `M-${i}`,
          name: 'Isti naziv',
          description: null,
          price: '1',
          quantity: i,
          image: null,
        })),
      )
      .execute()
    const rows = await readRows((await call(products.excel, {})).bytes)
    const codes = rows.map(([code]) => code)
    expect(codes.filter((code) => String(code).startsWith('M-'))).toHaveLength(4100)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('uses the requested locale', async () => {
    const headers = { authorization: `Bearer ${staff}`, 'accept-language': 'en' }
    const { bytes } = await inject({ url: '/api/getProductsExcel', headers })
    const header = (await readRows(bytes))?.[0]
    expect(header?.slice(0, 5)).toEqual(['Code', 'Name', 'Description', 'Price', 'Quantity'])
    expect(header?.at(-1)).toBe('Active')
  })
})

describe('a list as a file', () => {
  test('rejects too many columns, unknown ones and an invalid name', async () => {
    for (const report_data of [
      { name: 'x', columns: Array.from({ length: 101 }, () => 'name') },
      { name: 'x', columns: ['image'] },
      { name: '' },
      { name: 'x'.repeat(201) },
      { name: 'a\0' },
      { name: 'x', ids: Array.from({ length: 5001 }, (_, i) => i + 1) },
    ])
      expect((await report({ report_data })).status).toBe(422)
  })

  test('has the whole filtered list in its order, not one page', async () => {
    for (let i = 0; i < 12; i++)
      await makeProduct(db, { erp_code: `R-${i}`, name: `Filter ${i}`, price: String(i + 1) })
    const rows = await workbook({
      filters: { name: 'filter' },
      options: { sortBy: ['price'], sortDesc: [true], itemsPerPage: 10, page: 2 },
      report_data: { name: 'Lista', format: 'xlsx', columns: ['erp_code', 'price', 'is_active'] },
    })
    expect(rows?.slice(0, 3)).toEqual([
      ['Šifra', 'Cijena', 'Aktivan'],
      ['R-11', 12, 'da'],
      ['R-10', 11, 'da'],
    ])
    expect(rows).toHaveLength(13)
  })

  test('has only the selected rows, and none when none was selected', async () => {
    const { id } = await makeProduct(db, { erp_code: 'PICK-1' })
    await makeProduct(db, { erp_code: 'PICK-2' })
    const picked = (ids: number[]) =>
      workbook({ report_data: { name: 'Lista', format: 'xlsx', columns: ['erp_code'], ids } })
    expect(await picked([id, UNKNOWN_ID, Number.MAX_SAFE_INTEGER])).toEqual([['Šifra'], ['PICK-1']])
    expect(await picked([])).toEqual([['Šifra']])
  })

  test('has up to 5,000 selected rows, whatever their ids, and is rejected with more', async () => {
    const { id } = await makeProduct(db, { erp_code: 'PICK-3' })
    const ids = [id, ...Array.from({ length: 4999 }, (_, index) => 2_147_480_000 + index)]
    const picked = (ids: number[]) =>
      report({ report_data: { name: 'Lista', format: 'xlsx', columns: ['erp_code'], ids } })
    const refused = await picked([...ids, 1])
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'report_data.ids': ['validation.too_many'] },
    ])
    expect(await readRows((await picked(ids)).bytes)).toEqual([['Šifra'], ['PICK-3']])
  })

  test('has the columns on screen by default', async () => {
    const { id } = await makeProduct(db, { erp_code: 'COLS-1', quantity: 7 })
    const columns = { show_columns: ['quantity', 'erp_code'] }
    const named = { name: 'Lista', format: 'xlsx', ids: [id] }
    expect(await workbook({ ...columns, report_data: named })).toEqual([
      ['Količina', 'Šifra'],
      [7, 'COLS-1'],
    ])
    expect((await workbook({ ...columns, report_data: { ...named, columns: ['name'] } }))?.[0]).toEqual([
      'Naziv',
    ])
  })

  test('is a PDF of the selected rows of a list of any length, and rejected for a whole list that is too long', async () => {
    await db.transaction().execute(async (tx) => {
      await withoutHistory(tx)
      await sql`INSERT INTO countries (name) SELECT 'Zemlja ' || n FROM generate_series(1, 50001) AS n`.execute(
        tx,
      )
    })
    const pdf = (ids?: number[]) =>
      call(routesOf(countries).index, { query: { report_data: JSON.stringify({ name: 'Države', ids }) } })
    const refused = await pdf()
    expect([refused.status, refused.body.message]).toEqual([422, 'report.too_many_rows'])
    expect((await pdf([1, 2])).headers['content-type']).toBe('application/pdf')
  })

  test('is rejected with more text than a PDF may have', async () => {
    await db.transaction().execute(async (tx) => {
      await withoutHistory(tx)
      await sql`INSERT INTO products (erp_code, name, description, price, quantity)
        SELECT 'LONG-' || n, 'Dugo', repeat('riječ ', 666), 1, 1 FROM generate_series(1, 52) AS n`.execute(tx)
    })
    const columns = Array.from({ length: 100 }, () => 'description' as const)
    const body = { filters: { erp_code: 'long-' }, report_data: { name: 'Opisi', columns } }
    const refused = await call(products.index, { body })
    expect([refused.status, refused.body]).toMatchObject([422, { message: 'report.too_much_text' }])
    expect(refused.headers['content-disposition']).toBeUndefined()
  })

  test('is the active list on request, also by GET', async () => {
    await makeProduct(db, { erp_code: 'GONE', is_active: false })
    const filters = { erp_code: 'gone' }
    const report_data = { name: 'Lista', format: 'xlsx', columns: ['erp_code'] } as const
    const query = { filters: JSON.stringify(filters), report_data: JSON.stringify(report_data) }
    expect(await readRows((await call(products.activePage, { query })).bytes)).toEqual([['Šifra']])
    expect(await workbook({ filters, report_data, show_only_active: true })).toEqual([['Šifra']])
    expect(await workbook({ filters, report_data })).toEqual([['Šifra'], ['GONE']])
  })

  test('has a safe file name, and is not cached', async () => {
    for (const name of ['../../x', 'a\r\nb: c', '"; filename=x', 'Šifre 🛞', '[]:*?/\\']) {
      const { status, headers } = await report({
        report_data: { name, format: 'xlsx', columns: ['erp_code'], ids: [1] },
      })
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="[^"\r\n/\\]+\.xlsx"; filename\*=UTF-8''[\w%.~!-]+$/,
      )
    }
  })
})

import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { productSheet, products } from '@kontor/contract/products'
import { describe, expect, test } from 'vitest'
import { requestOf, startApp } from '../../../test/app.ts'
import { makeProduct } from '../../../test/make.ts'
import { makeBook, makeXlsx, makeZip } from '../../../test/odd-files.ts'

const { db, call, inject, staff, staffUser } = await startApp()

const HEADER = ['Šifra', 'Naziv', 'Opis', 'Cijena', 'Količina', 'Aktivan']
const book = (rows: unknown[][], type: 'xlsx' | 'biff8' = 'xlsx') =>
  new File([new Uint8Array(makeBook(rows, type))], type === 'xlsx' ? 'cjenovnik.xlsx' : 'cjenovnik.xls')
const upload = (file: File, form: object = {}) => call(products.import, { form, files: { file } })
const preview = (file: File) => upload(file, { dry_run: 'true' })
const undo = (id: number) => call(products.undoImport, { body: { id } })
const last = async () => (await call(products.importStatus, {})).body.last
const stored = (codes: string[]) =>
  db
    .selectFrom('products')
    .select(['erp_code', 'name', 'description', 'price', 'quantity', 'is_active', 'version'])
    .where('erp_code', 'in', codes)
    .orderBy('erp_code')
    .execute()
const everything = () => db.selectFrom('products').selectAll().orderBy('id').execute()

const noWorkbook = await makeZip({ 'a.txt': 'a' })
const withDoctype = await makeXlsx('', { 'xl/workbook.xml': '<!DOCTYPE x><workbook/>' })

describe('a rejected file', () => {
  test.each([
    ['text called xlsx', Buffer.from('Šifra;Naziv\nA;B'), 'excel.file_validation'],
    ['HTML called xlsx', Buffer.from('<table><tr><td>Šifra</td></tr></table>'), 'excel.file_validation'],
    ['a zip that is no workbook', noWorkbook, 'excel.file_validation'],
    ['a workbook with a DOCTYPE', withDoctype, 'excel.file_validation'],
    ['a workbook without our header', makeBook([['Ime', 'Prezime']], 'xlsx'), 'excel.no_header'],
  ])('%s: 422', async (_, bytes, message) => {
    const file = new File([new Uint8Array(bytes)], 'a.xlsx')
    for (const form of [{}, { dry_run: 'true' }]) {
      const { status, body } = await upload(file, form)
      expect([status, body.message]).toEqual([422, message])
    }
  })

  test('a file that is no workbook: 422 with the message key of the reason', async () => {
    const bytes = makeBook([HEADER, ['PDF-1', 'Guma', '', 1, 1, 'da']], 'xlsx')
    const { status, body } = await upload(new File([new Uint8Array(bytes)], 'x.pdf'))
    expect([status, body.message, body.errors]).toEqual([
      422,
      'excel.file_validation',
      { file: ['excel.extension'] },
    ])
    expect(await stored(['PDF-1'])).toEqual([])
  })

  test('fourteen previews of one user at once are all answered', async () => {
    const file = book([HEADER, ['WAIT-1', 'Guma', '', 1, 1, 'da']])
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await preview(file)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('names its missing column in the language of the caller', async () => {
    const file = book([
      ['Naziv', 'Cijena'],
      ['Guma', 5],
    ])
    const request = await requestOf(products.import, { form: {}, files: { file } }, staff)
    for (const [language, column] of Object.entries(productSheet.erp_code.header)) {
      const headers = { ...request.headers, 'accept-language': language }
      const { body } = await inject<ErrorBody>({ ...request, headers })
      expect(body).toMatchObject({ message: 'excel.missing_column', params: { column } })
    }
  })

  test('no file, an empty one, and unknown fields', async () => {
    expect((await upload(new File([], 'a.xlsx'))).body.errors).toEqual({ file: ['validation.file'] })
    const { status, body } = await call(products.import, { form: { dry: '1' }, files: {} } as never)
    expect([status, body.errors]).toEqual([
      422,
      { dry: ['validation.unknown_field'], file: ['validation.file'] },
    ])
  })
})

describe('problems', () => {
  const rows = [
    HEADER,
    ['ERR-1', 'Prva guma', '', 10, 1, 'da'],
    ['ERR-2', 'Druga guma', '', 'po dogovoru', 1, 'da'],
    ['ERR-3', 'Treća guma', '', 10, -2, 'da'],
    ['ERR-4', 'Četvrta guma', '', '1,2,3', 1, 'da'],
    ['ERR-5', '', '', 10, 1, 'da'],
    ['ERR-1', 'Opet prva', '', 10, 1, 'da'],
    ['ERR-6', 'Šesta guma', '', 0, 2147483648, 'možda'],
  ]
  const wrong = {
    D3: ['validation.not_a_number'],
    E4: ['validation.valid_quantity'],
    D5: ['validation.not_a_number'],
    B6: ['validation.field'],
    A7: ['import.duplicate'],
    D8: ['validation.valid_price'],
    E8: ['validation.valid_quantity'],
    F8: ['excel.yes_or_no'],
  }

  test('are all reported by cell, and nothing is changed', async () => {
    await makeProduct(db, { erp_code: 'ERR-2' })
    const before = await everything()
    const { status, body } = await upload(book(rows))
    expect([status, body.message, body.errors, body.params]).toEqual([
      422,
      'import.rejected',
      wrong,
      { count: 8 },
    ])
    expect(await everything()).toEqual(before)
    expect(await last()).toBeNull()
  })

  test('are in the preview with their texts', async () => {
    const { status, body } = await preview(book(rows))
    expect([status, body.applied, body.counts]).toEqual([
      200,
      false,
      { create: 1, update: 0, same: 0, problems: 8 },
    ])
    expect(body.problems.map(({ column, row, reason }) => [column + row, [reason]])).toEqual(
      Object.entries(wrong),
    )
    expect(body.problems[0]).toMatchObject({ key: 'price', header: 'Cijena', raw: 'po dogovoru' })
    expect(body.problems[4]).toMatchObject({ key: 'erp_code', raw: 'ERR-1', params: { row: 2 } })
  })

  test('include formulas without a value, Excel errors and endless numbers', async () => {
    const cell = (content: string, type = '') => `<c ${type}>${content}</c>`
    const text = (value: string) => cell(`<is><t>${value}</t></is>`, 't="inlineStr"')
    const row = (n: number, price: string) =>
      `<row r="${n}">${text(`ODD-${n}`)}${text('Naziv')}${price}</row>`
    const header = `<row r="1">${text('Šifra')}${text('Naziv')}${text('Cijena')}</row>`
    const prices = [
      cell('<v>#REF!</v>', 't="e"'),
      cell('<v>1e308</v>'),
      cell('<v>NaN</v>'),
      text('=1+1'),
      text('1.5E3'),
    ]
    const xlsx = await makeXlsx(header + prices.map((price, i) => row(i + 2, price)).join(''))
    const { body } = await preview(new File([new Uint8Array(xlsx)], 'a.xlsx'))
    expect([body.counts.create, body.problems.map(({ row: n }) => n)]).toEqual([0, [2, 3, 4, 5, 6]])
  })

  test('a sheet without names only changes: an unknown code is a problem', async () => {
    await makeProduct(db, { erp_code: 'KNOWN', quantity: 1 })
    const sheet = [
      ['Šifra', 'Količina'],
      ['KNOWN', 7],
      ['UNKNOWN', 7],
    ]
    expect((await upload(book(sheet))).body.errors).toEqual({ A3: ['import.unknown_code'] })
    expect(await stored(['KNOWN'])).toMatchObject([{ quantity: 1, version: 1 }])
  })
})

describe('an import', () => {
  test('says by how much amounts and numbers change, without new rows and changes from zero', async () => {
    await makeProduct(db, { erp_code: 'EF-1', name: 'Prva', price: '100', quantity: 5 })
    await makeProduct(db, { erp_code: 'EF-2', name: 'Druga', price: '10', quantity: 3 })
    await makeProduct(db, { erp_code: 'EF-3', name: 'Treća', price: '0', quantity: 3 })
    const { body } = await preview(
      book([
        ['Šifra', 'Naziv', 'Cijena', 'Količina'],
        ['EF-1', 'Prva', 110, 0],
        ['EF-2', 'Druga', 20, 3],
        ['EF-3', 'Treća', 5, 3],
        ['EF-4', 'Nova', 7, 1],
      ]),
    )
    expect(body.effects).toEqual([
      { key: 'price', changed: 3, zero: 0, large: 1, average: 55, largest: { row: 3, percent: 100 } },
      { key: 'quantity', changed: 1, zero: 1, large: 1, average: null, largest: null },
    ])
  })

  test('applies what its preview showed: rows added, changed and unchanged', async () => {
    await makeProduct(db, { erp_code: 'DO-1', name: 'Stara', price: '5', quantity: 1, description: 'Opis' })
    await makeProduct(db, { erp_code: 'DO-2', name: 'Ista', price: '89.900', quantity: 2 })
    const file = book([
      HEADER,
      ['DO-1', 'Nova', '', '1.234,5', 1, 'ne'],
      ['DO-2', 'Ista', '', 89.9, 2, 'da'],
      ['DO-3', 'Treća', 'Dodata', 0.1, 0, 'da'],
    ])
    const seen = await preview(file)
    expect(await stored(['DO-1', 'DO-3'])).toMatchObject([{ name: 'Stara', version: 1 }])
    const { status, body } = await upload(file)
    expect([status, body.message, body.applied, body.total_rows]).toEqual([200, 'import.done', true, 3])
    expect(body.counts).toEqual({ create: 1, update: 1, same: 1, problems: 0 })
    const { plan } = seen.body
    expect({ ...body, applied: false, message: seen.body.message, plan }).toEqual(seen.body)
    expect(body.changes[0]).toMatchObject({
      row: 2,
      change: 'update',
      values: {
        erp_code: 'DO-1',
        name: 'Nova',
        description: 'Opis',
        price: '1234.5',
        quantity: 1,
        is_active: false,
      },
    })
    expect(body.changes[0]?.before).toEqual({ name: 'Stara', price: '5', is_active: true })
    expect(await stored(['DO-1', 'DO-2', 'DO-3'])).toEqual([
      {
        erp_code: 'DO-1',
        name: 'Nova',
        description: 'Opis',
        price: '1234.500',
        quantity: 1,
        is_active: false,
        version: 2,
      },
      {
        erp_code: 'DO-2',
        name: 'Ista',
        description: null,
        price: '89.900',
        quantity: 2,
        is_active: true,
        version: 1,
      },
      {
        erp_code: 'DO-3',
        name: 'Treća',
        description: 'Dodata',
        price: '0.100',
        quantity: 0,
        is_active: true,
        version: 1,
      },
    ])
    expect(await last()).toMatchObject({
      file_name: 'cjenovnik.xlsx',
      user: staffUser.name,
      created: 1,
      updated: 1,
      undoable: true,
    })
  })

  test("accepts an ERP's file: titles above, other headers, text for numbers, a blank tail, .xls", async () => {
    await makeProduct(db, { erp_code: '00042', name: 'Naziv' })
    const rows = [
      ['Cjenovnik guma'],
      ['Podgorica, 20.11.2026.'],
      [],
      ['ŠIFRA ARTIKLA', 'Kolona ERP-a', 'naziv artikla', 'VPC', 'Zaliha'],
      ['00042', 'Michelin', 'Alpin 6', '109,75', '12'],
      ['  ', null, '', null, ''],
    ]
    const { status, body } = await upload(book(rows, 'biff8'))
    expect([status, body.counts, body.unknown_columns]).toEqual([
      200,
      { create: 0, update: 1, same: 0, problems: 0 },
      ['Kolona ERP-a'],
    ])
    expect(await stored(['00042'])).toMatchObject([
      { name: 'Alpin 6', price: '109.750', quantity: 12, is_active: true },
    ])
  })

  test('with code and name alone creates products, and keeps other fields of existing ones', async () => {
    await makeProduct(db, { erp_code: 'CN-1', name: 'Stara', price: '5', quantity: 3, description: 'Opis' })
    await upload(
      book([
        ['Code', 'Name'],
        ['CN-1', 'Nova'],
        ['CN-2', 'Druga'],
      ]),
      { choices: JSON.stringify({ create_without: true }) },
    )
    expect(await stored(['CN-1', 'CN-2'])).toMatchObject([
      { name: 'Nova', price: '5.000', quantity: 3, description: 'Opis' },
      { name: 'Druga', price: '0.000', quantity: 0, description: null, is_active: true },
    ])
  })

  test('finds the same products by numeric codes as by text', async () => {
    await makeProduct(db, { erp_code: '12345' })
    const { body } = await upload(
      book([
        ['Šifra', 'Količina'],
        [12345, 8],
      ]),
    )
    expect(body.counts).toMatchObject({ update: 1 })
  })
})

describe('undoing an import', () => {
  const importOf = async (prefix: string) => {
    await makeProduct(db, {
      erp_code: `${prefix}-1`,
      name: 'Stara',
      price: '5.250',
      quantity: 1,
      description: 'Opis',
      updated_at: '2026-01-05T10:00:00.000Z',
    })
    const rows = [HEADER, [`${prefix}-1`, 'Nova', '', 6, 2, 'ne'], [`${prefix}-2`, 'Dodata', '', 6, 2, 'da']]
    await upload(book(rows))
    return (await last())?.id ?? 0
  }

  test('is rejected for one that is not the last, and for a missing one', async () => {
    const first = await importOf('OLD')
    const second = await importOf('LAST')
    expect((await undo(first)).body.message).toBe('import.nothing_to_undo')
    expect((await undo(second + 1)).status).toBe(422)
  })

  test('restores all values and deletes added rows, once', async () => {
    const id = await importOf('BACK')
    const today = async () =>
      (await call(products.index, { body: { filters: { updated_at: 'today', erp_code: 'BACK-' } } })).body
        .total_rows
    expect(await today()).toBe(2)
    const before = await last()
    const { status, body } = await undo(id)
    expect([status, body]).toEqual([200, { created: 1, updated: 1, kept: 0, changed: 0 }])
    expect(await stored(['BACK-1', 'BACK-2'])).toEqual([
      {
        erp_code: 'BACK-1',
        name: 'Stara',
        description: 'Opis',
        price: '5.250',
        quantity: 1,
        is_active: true,
        version: 3,
      },
    ])
    expect(await today()).toBe(0) // value and timestamp are restored
    expect([before?.undoable, (await last())?.undoable]).toEqual([true, false])
    const again = await undo(id)
    expect([again.status, again.body.message]).toEqual([422, 'import.nothing_to_undo'])
  })

  test('returns 409 after one of its records was deleted, and changes nothing', async () => {
    const id = await importOf('SINCE')
    await db.deleteFrom('products').where('erp_code', '=', 'SINCE-2').execute()
    const before = await everything()
    const { status, body } = await undo(id)
    expect([status, body.message, (await last())?.undoable]).toEqual([409, 'import.changed_since', false])
    expect(await everything()).toEqual(before)
  })

  test('twice at the same moment applies once', async () => {
    const id = await importOf('TWO')
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      expect.toSatisfy((s) => s === 422 || s === 429),
    ])
  })
})

describe('a confirmed preview', () => {
  const sheet = book([
    ['Šifra', 'Cijena', 'Količina'],
    ['PLAN-1', 12, 5],
  ])
  const send = (plan = '') => upload(sheet, { plan })

  test('is not applied after a value that it changes was changed: 409, and nothing is written', async () => {
    await makeProduct(db, { erp_code: 'PLAN-1', price: '10', quantity: 3 })
    const seen = await preview(sheet)
    const change = (values: object) =>
      db.updateTable('products').set(values).where('erp_code', '=', 'PLAN-1').execute()
    await change({ price: '11' })
    const before = await everything()
    const { status, body } = await send(seen.body.plan)
    expect([status, body.message, await everything()]).toEqual([409, 'import.plan_changed', before])
    // Another column may have changed: its value is not in the plan.
    await change({ price: '10', description: 'Zimska' })
    expect((await send(seen.body.plan)).body.counts).toMatchObject({ update: 1 })
    // Once applied, the same file would change nothing.
    expect((await send(seen.body.plan)).body.message).toBe('import.plan_changed')
  })
})

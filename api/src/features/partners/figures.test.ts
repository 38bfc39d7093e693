import { utils, write } from '@e965/xlsx'
import { figureNames, partnerSheet, partners } from '@kontor/contract/partners'
import { productSheet, products } from '@kontor/contract/products'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCategory, makeCity, makePartner, makeProduct } from '../../../test/make.ts'
import { readRows } from '../../../test/sheets.ts'

const { db, call } = await startApp()
const city = await makeCity(db)
const category = await makeCategory(db)

/** Input, resulting value, and the same as a percentage; or the reason of the error. */
const typed: [input: string | number, figure: string | null, reason?: string][] = [
  ['1.234,5', '1234.500'],
  ['1234.5', '1234.500'],
  ['1,234.5', '1234.500'],
  ['1.234', '1.234'],
  ['12 345,678', '12345.678'],
  ['9999999999.999', '9999999999.999'],
  [1234.5, '1234.500'],
  ['-0', '0.000'],
  ['0', '0.000'],
  ['5%', '5%'],
  ['7,50 %', '7.5%'],
  ['1,2,3', null, 'validation.not_a_number'],
  ['%', null, 'validation.not_a_number'],
  ['5%%', null, 'validation.not_a_number'],
  ['٣', null, 'validation.not_a_number'],
  ['1e3', null, 'validation.not_a_number'],
  ['0x10', null, 'validation.not_a_number'],
  ['Infinity', null, 'validation.not_a_number'],
  ['12345678901', null, 'validation.too_many_digits'],
  [12345678901, null, 'validation.too_many_digits'],
  ['0,0001', null, 'validation.too_many_decimals'],
  ['-1', null, 'validation.not_negative'],
]
const good = typed.flatMap(([input, figure]) => (figure === null ? [] : [[input, figure] as const]))
const bad = typed.flatMap(([input, , reason]) => (reason ? [[input, reason] as const] : []))
const zero = Object.fromEntries(figureNames.map((name) => [name, '0']))
const all = <T>(value: T) => Object.fromEntries(figureNames.map((name) => [name, value]))
const body = (figures: object) =>
  ({ name: 'Đuro gume', city_id: city.id, categories: [category.id], ...zero, ...figures }) as never
const one = async (id: number) => (await call(partners.one, { params: { id: String(id) } })).body
const shown = async (id: number) => {
  const row = await one(id)
  return Object.fromEntries(figureNames.map((name) => [name, row[name]]))
}

describe('every money-or-percent field of a partner in its form', () => {
  test.each(bad)('rejects %j with each field’s own name', async (input, reason) => {
    const { id } = await makePartner(db)
    const answer = await call(partners.update, { params: { id: String(id) }, body: body(all(input)) })
    expect([answer.status, answer.body.errors]).toEqual([422, all([reason])])
    expect(await one(id)).toMatchObject({ version: 1 })
  })

  test.each(good)('stores %j as %s', async (input, figure) => {
    const { id } = await makePartner(db)
    await call(partners.update, { params: { id: String(id) }, body: body(all(input)) })
    expect(await shown(id)).toEqual(all(figure))
    const again = await call(partners.update, { params: { id: String(id) }, body: body(await shown(id)) })
    expect([again.status, await shown(id)]).toEqual([200, all(figure)])
  })
})

const price = (input: string | number) => ({ name: 'Guma', price: String(input), quantity: '1' })
const put = (id: number, form: Parameters<typeof call<typeof products.update>>[1]['form']) =>
  call(products.update, { params: { id: String(id) }, form, files: { image: undefined } })

describe('the price of a product', () => {
  test.each([...bad.map(([input]) => input), '5%', '0', '-0'])('rejects %j', async (input) => {
    const { id, erp_code } = await makeProduct(db)
    const { status, body } = await put(id, { ...price(input), erp_code })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['price']])
  })

  test.each(good.filter(([, figure]) => !figure.endsWith('%') && Number(figure) > 0))(
    'stores %j as %s',
    async (input, figure) => {
      const { id, erp_code } = await makeProduct(db)
      expect((await put(id, { ...price(input), erp_code })).body.price).toBe(figure)
    },
  )
})

type Cell = string | number | { t: 'n'; v: number; z: string }

function book(rows: Cell[][]) {
  const file = utils.book_new()
  utils.book_append_sheet(file, utils.aoa_to_sheet(rows))
  return new File([new Uint8Array(write(file, { type: 'buffer', bookType: 'xlsx' }) as Buffer)], 'p.xlsx')
}
const headers = ['Šifra', ...figureNames.map((name) => partnerSheet[name].header.cnr)]
const upload = (rows: Cell[][], form = {}) =>
  call(partners.import, { form, files: { file: book([headers, ...rows]) } })
const columnsOf = (count: number) => utils.encode_col(count)
const percent = (v: number, z = '0%') => ({ t: 'n', v, z }) as const

describe('every money-or-percent field of a partner in Excel', () => {
  test('is rejected by its cell, with the same reasons as in the form', async () => {
    const ids = await Promise.all(bad.map(async () => (await makePartner(db)).id))
    const answer = await upload(bad.map(([input], i) => [ids[i] ?? 0, ...figureNames.map(() => input)]))
    const cells = bad.flatMap(([, reason], i) =>
      figureNames.map((_, column) => [`${columnsOf(column + 1)}${i + 2}`, [reason]]),
    )
    expect([answer.status, answer.body.errors]).toEqual([422, Object.fromEntries(cells)])
  })

  test('has the value of the form; a number in a percent format is a percentage', async () => {
    const more: [Cell, string][] = [
      [percent(0.05), '5%'],
      [percent(0.075, '0.0%'), '7.5%'],
      [percent(1.5, '0.00%'), '150%'],
      [{ t: 'n', v: 1234.5, z: '#,##0.00' }, '1234.500'],
      [0.1 + 0.2, '0.300'],
    ]
    const cells: [Cell, string][] = [
      ...good.map(([input, figure]): [Cell, string] => [input, figure]),
      ...more,
    ]
    // One file each, with a decimal point as the answer where the column is ambiguous.
    const choices = JSON.stringify({ decimals: all('.') })
    for (const [cell, figure] of cells) {
      const { id } = await makePartner(db)
      const answer = await upload([[id, ...figureNames.map(() => cell)]], { choices })
      expect([cell, answer.status, answer.body.errors]).toEqual([cell, 200, undefined])
      expect([cell, await shown(id)]).toEqual([cell, all(figure)])
    }
  })

  test('is exported as imported: percentages in a percent format, euros as numbers', async () => {
    const { id } = await makePartner(db)
    await call(partners.update, {
      params: { id: String(id) },
      body: body({ debt: '1.234,5', bonus: '7,5%' }),
    })
    const rows = await readRows((await call(partners.excel, {})).bytes)
    const row = rows.find(([code]) => code === id) ?? []
    const at = (name: 'debt' | 'bonus') => String(row[Object.keys(partnerSheet).indexOf(name)])
    expect([Number(at('debt')), at('bonus')]).toEqual([1234.5, '7.5%'])
  })

  test('the price of a product is read alike, without percentages', async () => {
    const { erp_code } = await makeProduct(db)
    const file = (cell: Cell) =>
      book([
        [productSheet.erp_code.header.cnr, 'Cijena'],
        [erp_code, cell],
      ])
    const put = async (cell: Cell) =>
      (await call(products.import, { form: {}, files: { file: file(cell) } })).status
    for (const cell of [percent(0.05), '5%', '1,2,3', '٣', '1e3', '0,0001', 12345678901, '-1'])
      expect([cell, await put(cell)]).toEqual([cell, 422])
    expect(await put('1.234,5')).toBe(200)
  })
})

describe('every money-or-percent field of a partner in its list', () => {
  test('is filtered and sorted by its number, percentage or not, as typed in either locale', async () => {
    const low = await makePartner(db, { id: 91, name: 'Đuro Ćirić' })
    const high = await makePartner(db, { id: 92, name: 'Djuro Čabak' })
    const set = (id: number, figures: object) =>
      call(partners.update, { params: { id: String(id) }, body: body({ name: `Đuro ${id}`, ...figures }) })
    await set(low.id, all('7,5%'))
    await set(high.id, all('1.234,5'))
    for (const name of figureNames) {
      const find = async (figure: string, options: object = {}) => {
        const filters = { id: '91..92', [name]: figure }
        const { body } = await call(partners.index, { body: { filters, options } as never })
        return body.result.map(({ id }) => id)
      }
      for (const filter of ['1.234,5', '1234.5', '>1000', '1000..2000'])
        expect(await find(filter)).toEqual([92])
      for (const filter of ['7,5', '7.5', '<=7,5', '0..8']) expect(await find(filter)).toEqual([91])
      expect(await find('', { sortBy: name, sortDesc: true })).toEqual([92, 91])
      expect(await find('', { sortBy: name, sortDesc: false })).toEqual([91, 92])
      const wrong = await call(partners.index, { body: { filters: { [name]: '1,2,3' } } as never })
      expect([wrong.status, wrong.body.errors]).toEqual([
        422,
        { [`filters.${name}`]: ['validation.filter_number'] },
      ])
    }
  })

  test.each(['Djuro', 'đuro', 'DJURO', 'Ђуро', 'ђуро'])('%s finds Đuro and Djuro alike', async (name) => {
    await makePartner(db, { name: 'Auto Đuro Đurović' })
    await makePartner(db, { name: 'Auto Djuro Djurovic' })
    const { body } = await call(partners.index, { body: { filters: { name: `auto ${name}` } } as never })
    expect(body.total_rows % 2).toBe(0)
    expect(body.total_rows).toBeGreaterThan(0)
  })
})

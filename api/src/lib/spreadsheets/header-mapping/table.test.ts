import { text } from '@kontor/contract/lib/fields/fields'
import { sheet } from '@kontor/contract/lib/imports/columns'
import type { ImportAnswers } from '@kontor/contract/lib/imports/questions'
import { decimal } from '@kontor/contract/lib/numbers/decimal-field'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../../../../test/odd-files.ts'
import { type Content, makeSheet, makeWorkbook } from '../../../../test/sheets.ts'
import { numberFormat } from '../number-format.ts'
import { readTable } from './table.ts'

const products = sheet({
  code: { header: { cnr: 'Šifra', en: 'Code' }, kind: 'text', required: true, filled: true },
  name: {
    header: { cnr: 'Naziv', en: 'Name' },
    kind: 'text',
    check: text({ min: 2, short: 'product.name' }),
  },
  price: {
    header: { cnr: 'Cijena', en: 'Price' },
    kind: 'decimal',
    check: decimal({ min: 0, message: 'product.price' }),
  },
  description: {
    header: { cnr: 'Opis', en: 'Description' },
    kind: 'text',
    check: text({ lines: true }),
  },
  quantity: { header: { cnr: 'Količina', en: 'Quantity' }, kind: 'integer' },
  active: { header: { cnr: 'Aktivan', en: 'Active' }, kind: 'boolean' },
  bonus: { header: { cnr: 'Bonus', en: 'Bonus' }, kind: 'decimal', percent: true },
  season: {
    header: { cnr: 'Sezona', en: 'Season' },
    kind: 'text',
    options: [
      { value: 'S', label: { cnr: 'Ljeto', en: 'Summer' } },
      { value: 'W', label: { cnr: 'Zima', en: 'Winter' } },
      // One option's label equals another option's value.
      { value: 'Zima', label: { cnr: 'M+S', en: 'M+S' } },
    ],
  },
})

const table = (...rows: Content[][]) => readTable(makeWorkbook(...rows), products)

const number = (format: string, value: number) => numberFormat(format).read(value)
const lines = (text: string, kind: 'text' | 'torn' = 'text') =>
  ({ kind, value: text, shown: text, percent: false, isOnLines: true }) as const
const uncalculated = { kind: 'uncalculated', value: '', shown: '', percent: false } as const

/** The converted value of a single cell under a header. */
async function cell(header: string, content: Content) {
  const [row] = (await table(['Šifra', header], ['A', content])).rows
  const [problem] = row?.problems ?? []
  const values = Object.entries(row?.cells ?? {}).filter(([key]) => key !== 'code')
  return problem ? problem.reason : values[0]?.[1]?.value
}

describe('a sheet is rejected', () => {
  test('when all its columns are those of other fields than the key', async () => {
    const rows: Content[][] = [
      ['Naziv', 'Cijena'],
      ['Guma', 5],
    ]
    const refused = { code: 'excel.missing_column', params: { column: products.code.header } }
    expect(await table(...rows).catch((error: unknown) => error)).toMatchObject(refused)
    const both = await readTable(makeWorkbook(...rows), products, { columns: { price: 'A', name: 'B' } })
    const columns = [
      { column: 'A', header: 'Naziv' },
      { column: 'B', header: 'Cijena' },
    ]
    expect(both.questions).toEqual([{ kind: 'column', blocking: true, answer: null, field: 'code', columns }])
  })

  test('without the required columns near its top', async () => {
    const refused = { code: 'excel.no_header', columns: products.code.header }
    expect(await errorOf(table(['Naziv', 'Cijena']))).toEqual(refused)
    expect(await errorOf(table(...Array.from({ length: 30 }, () => ['naslov']), ['Šifra'], ['A']))).toEqual(
      refused,
    )
    expect(await errorOf(readTable({ sheets: [] }, products))).toEqual(refused)
  })
})

describe('a problem', () => {
  test.each<[header: string, content: Content, reason: string]>([
    ['Cijena', 'po dogovoru', 'validation.not_a_number'],
    ['Cijena', '1,2,3', 'validation.not_a_number'],
    ['Cijena', '20.11.2026.', 'validation.not_a_number'],
    ['Cijena', true, 'validation.not_a_number'],
    ['Cijena', '5%', 'validation.not_a_number'],
    ['Cijena', 1e308, 'validation.too_many_digits'],
    ['Cijena', 1.2345, 'validation.too_many_decimals'],
    ['Cijena', 1.5e-7, 'validation.too_many_decimals'],
    ['Cijena', number('0.00;(0.00)', -12.345_678_9), 'validation.too_many_decimals'],
    ['Cijena', number('0.00;0.00', -12.345_678_9), 'validation.too_many_decimals'],
    ['Cijena', number('0 0.00', 12.345_678_9), 'validation.too_many_decimals'],
    ['Cijena', -1, 'product.price'],
    ['Količina', 1.5, 'validation.integer'],
    ['Količina', '5%', 'validation.not_a_number'],
    ['Aktivan', 'možda', 'excel.yes_or_no'],
    ['Cijena', { error: '#REF!' }, 'excel.cell_error'],
    ['Cijena', number('0.00 "KM"', 12.5), 'excel.unit'],
    ['Cijena', number('[<100]0.00;0.00 "KM"', 150), 'excel.unit'],
    ['Cijena', number('[<100]0.00 "€";0.00 "KM"', 12), 'excel.unit'],
    ['Cijena', number('dd.mm.yyyy', 46_357), 'excel.date'],
    ['Cijena', '12,50 KM', 'validation.not_a_number'],
    ['Cijena', uncalculated, 'excel.uncalculated'],
    ['Sezona', 'Jesen', 'excel.one_of'],
    ['Sezona', 'Ljeto, Zima', 'excel.one_of'],
    ['Sezona', 1, 'excel.one_of'],
    ['Naziv', 'x', 'product.name'],
    ['Naziv', lines('Guma;5\ny;Ulje', 'torn'), 'excel.torn'],
    ['Naziv', lines('Guma\nzimska'), 'excel.torn'],
    ['Cijena', number('[h]:mm', 1.5), 'validation.not_a_number'],
    ['Naziv', 'a\u0000b', 'validation.characters'],
    ['Naziv', 'a\ud800b', 'validation.characters'],
    ['Naziv', 'x'.repeat(32_768), 'validation.long_text'],
    ['Naziv', 530_000_000_001_234_000, 'excel.damaged_text'],
    ['Opis', 1e15, 'excel.damaged_text'],
    ['Naziv', number('dd.mm.yyyy', 46_357), 'excel.damaged_text'],
    ['Naziv', true, 'excel.damaged_text'],
  ])('under %s, %j, is reported as %s', async (header, content, reason) => {
    expect(await cell(header, content)).toBe(reason)
  })

  test('of a choice has the possible labels, in both languages where they differ', async () => {
    const { rows } = await table(['Šifra', 'Sezona'], ['A', 'Jesen'])
    expect(rows[0]?.problems).toMatchObject([
      { column: 'B', raw: 'Jesen', params: { words: 'Ljeto / Summer, Zima / Winter, M+S' } },
    ])
  })

  test('has row, column and header; all are reported, and valid cells next to them are kept', async () => {
    const { rows } = await table(
      ['Cjenovnik'],
      [],
      ['Naziv', ' CIJENA ', 'sifra'],
      ['Guma', 'x', 'A'],
      ['Ulje', 2, 'B'],
      ['y', 3, 'C'],
    )
    expect(rows.flatMap((row) => row.problems)).toEqual([
      { row: 4, column: 'B', key: 'price', header: 'CIJENA', raw: 'x', reason: 'validation.not_a_number' },
      { row: 6, column: 'A', key: 'name', header: 'Naziv', raw: 'y', reason: 'product.name' },
    ])
    expect(rows[0]?.cells).toMatchObject({ name: { raw: 'Guma', value: 'Guma' } })
    expect(rows[0]?.cells).not.toHaveProperty('price')
  })

  test('is reported for a cell right of the header in a text, which was split inside a value; in a workbook it is a note', async () => {
    const rows = [
      ['Šifra', 'Naziv', 'Cijena', 'Količina'],
      ['MG-1', 'Prvi', '13', '50', '4'],
      ['MG-2', 'Drugi', '13'],
    ]
    const text = await readTable({ sheets: [makeSheet(rows, { isText: true })] }, products)
    expect(
      text.rows.map(({ problems }) => problems.map(({ column, raw, reason }) => [column, raw, reason])),
    ).toEqual([[['E', '4', 'excel.too_many_cells']], []])
    expect((await table(...rows)).rows.flatMap(({ problems }) => problems)).toEqual([])
  })

  test('is reported for cells below the first of a merged range, in a mapped column', async () => {
    const rows = [
      ['Šifra', 'Cijena', 'Naziv', 'napomena'],
      ['A', 5, 'Guma', 'x'],
      ['B', null, 'Guma'],
      ['C', 7, 'Guma'],
    ]
    const merged = [
      { top: 2, bottom: 3, left: 1, right: 1 },
      { top: 2, bottom: 4, left: 3, right: 3 },
    ]
    const found = await readTable({ sheets: [makeSheet(rows, { merged: async () => merged })] }, products)
    expect(found.rows.flatMap(({ problems }) => problems)).toEqual([
      { row: 3, column: 'B', key: 'price', header: 'Cijena', raw: '', reason: 'excel.merged' },
    ])
    expect(found.rows[1]?.cells).not.toHaveProperty('price')
  })

  test('has a shortened, printable text', async () => {
    const [row] = (await table(['Šifra', 'Cijena'], ['A', `\ud800${'9'.repeat(50_000)}`])).rows
    expect(row?.problems[0]?.raw).toBe(`\ufffd${'9'.repeat(99)}`)
  })

  test('after ten thousand others stops the reading, and the table is incomplete', async () => {
    const rows = Array.from({ length: 10_500 }, () => ['A', 'x'])
    const result = await table(['Šifra', 'Cijena'], ...rows)
    expect(result).toMatchObject({ complete: false })
    expect(result.rows).toHaveLength(10_000)
  })
})

describe('a cell becomes', () => {
  test.each<[header: string, content: Content, value: unknown]>([
    ['Sezona', 'Ljeto', 'S'],
    ['Sezona', ' SUMMER ', 'S'],
    ['Sezona', 'љето', 'S'],
    ['Sezona', 's', 'S'],
    ['Sezona', 'zima', 'W'],
    ['Sezona', 'M+S', 'Zima'],
    ['Sezona', null, null],
    ['Cijena', '1.000,50', '1000.5'],
    ['Cijena', '1,5', '1.5'],
    ['Cijena', '12,-', '12'],
    ['Cijena', '€ 12,5', '12.5'],
    ['Cijena', '12,50 EUR', '12.5'],
    ['Cijena', number('#,##0.00 "€"', 12.5), '12.5'],
    ['Cijena', number('[<100]0.00 "€";0 "€"', 12.5), '12.5'],
    ['Bonus', number('0"%"', 5), '5%'],
    ['Bonus', number('0.00%', 0.123_456_78), '12.35%'],
    ['Cijena', number('[$€-2] 0.00', 12.345_678_9), '12.35'],
    ['Količina', number('0 "kom"', 5), 5],
    ['Cijena', 0.1 + 0.2, '0.3'],
    ['Cijena', null, null],
    ['Bonus', '7,50 %', '7.5%'],
    ['Bonus', '12,5', '12.5'],
    ['Količina', 12, 12],
    ['Količina', '12,00', 12],
    ['Količina', '1.234.567', 1_234_567],
    ['Aktivan', 'DA', true],
    ['Aktivan', 'ne', false],
    ['Aktivan', 'Neaktivan', false],
    ['Aktivan', 'yes', true],
    ['Aktivan', 0, false],
    ['Aktivan', true, true],
    ['Naziv', 10_000, '10000'],
    ['Naziv', 382_681_759_971, '382681759971'],
    ['Naziv', '  C\u030cac\u030cak ', 'Čačak'],
    ['Naziv', '=1+1', '=1+1'],
    ['Naziv', number('[h]:mm', 1.5), '36:00'],
    ['Opis', lines('prvi\ndrugi'), 'prvi\ndrugi'],
    ['Opis', number('dd.mm.yyyy', 46_357), '01.12.2026.'],
  ])('under %s, %j: %j', async (header, content, value) => {
    expect(await cell(header, content)).toBe(value)
  })
})

describe('a table', () => {
  test('is found by its header in any sheet, order and language, below titles', async () => {
    const [first] = makeWorkbook(['Uputstvo', 'Šifra']).sheets
    const [second] = makeWorkbook(
      ['Price list'],
      ['price', 'code', 'Rabat', 'ACTIVE'],
      [5, 'A', 1, 'yes'],
    ).sheets
    const workbook = { sheets: [first, second].filter((found) => found !== undefined) }
    expect(await readTable(workbook, products)).toEqual({
      layout: products,
      sheet: 'List',
      sheets: [{ name: 'List', rows: 1, hidden: false }],
      columns: ['price', 'code', 'active'],
      sheetColumns: [
        { column: 'A', header: 'price', sample: '5', field: 'price' },
        { column: 'B', header: 'code', sample: 'A', field: 'code' },
        { column: 'C', header: 'Rabat', sample: '1', field: null },
        { column: 'D', header: 'ACTIVE', sample: 'yes', field: 'active' },
      ],
      unknown: [{ column: 'C', header: 'Rabat' }],
      rows: [
        {
          row: 3,
          cells: {
            price: { raw: '5', value: '5' },
            code: { raw: 'A', value: 'A' },
            active: { raw: 'yes', value: true },
          },
          problems: [],
          text: '5 · A · 1 · yes',
        },
      ],
      headers: {
        price: { column: 'A', header: 'price' },
        code: { column: 'B', header: 'code' },
        active: { column: 'D', header: 'ACTIVE' },
      },
      leftOut: [],
      questions: [],
      complete: true,
    })
  })

  test('has undefined for a missing column, and null for an empty cell', async () => {
    const [row] = (await table(['Šifra', 'Cijena'], ['A'])).rows
    expect(row?.cells).toEqual({ code: { raw: 'A', value: 'A' }, price: { raw: '', value: null } })
  })

  test('skips rows without a value in a mapped column', async () => {
    const { rows } = await table(['Šifra', 'napomena'], ['A'], [null, 'ukupno 1'], ['B'])
    expect(rows.map((row) => row.row)).toEqual([2, 4])
  })

  test('has no header called __proto__', async () => {
    const { unknown, rows } = await table(['Šifra', '__proto__', 'constructor'], ['A', 'x', 'y'])
    expect(unknown.map((column) => column.header)).toEqual(['__proto__', 'constructor'])
    expect(rows[0]?.cells).toEqual({ code: { raw: 'A', value: 'A' } })
  })
})

describe('an odd row', () => {
  const questions = async (rows: Content[][], answers: ImportAnswers = {}) => {
    const read = await readTable(makeWorkbook(['Šifra', 'Naziv', 'Cijena'], ...rows), products, answers)
    return read.questions.map(({ kind }) => kind)
  }
  const rounded = number('0.00', 1.23456)

  test('raises no question of decimals or rounding while it is left out', async () => {
    const sums: Content[][] = [
      ['A', 'Guma', 12.5],
      ['Ukupno', null, '1.234'],
      ['Total', null, rounded],
    ]
    expect(await questions(sums)).toEqual([])
    expect(await questions(sums, { rows: [3, 4], round: true })).toEqual([])
    expect(await questions(sums, { rows: 'read' })).toEqual(['decimals', 'round'])
    expect(await questions(sums, { rows: [3] })).toEqual(['round'])
  })

  test('proves no decimal mark while it is left out', async () => {
    const sums: Content[][] = [
      ['A', 'Guma', '1.234'],
      ['Ukupno', null, '12,5'],
    ]
    expect(await questions(sums)).toEqual(['decimals'])
    expect(await questions(sums, { rows: 'read' })).toEqual([])
  })

  test('has a problem where it is ambiguous, in case its key is known', async () => {
    const sums: Content[][] = [
      ['Ukupno', 'Guma', '1.234'],
      ['Total', 'Guma', rounded],
    ]
    const left = await readTable(makeWorkbook(['Šifra', 'Naziv', 'Cijena'], ...sums), products)
    const reasons = left.rows.map(({ problems }) => problems.map(({ reason }) => reason))
    expect(reasons).toEqual([['validation.not_a_number'], ['validation.too_many_decimals']])
  })
})

import { sheet } from '@kontor/contract/kit/sheet'
import { expect, test } from 'vitest'
import { makeWorkbook } from '../../test/sheets.ts'
import { readTable } from './excel/table.ts'
import { planChanges, planImport, type StoredRecord } from './import-plan.ts'

const layout = sheet({
  code: { header: { cnr: 'Šifra', en: 'Code' }, kind: 'text', required: true, filled: true },
  name: { header: { cnr: 'Naziv', en: 'Name' }, kind: 'text' },
  price: { header: { cnr: 'Cijena', en: 'Price' }, kind: 'decimal' },
})
const rules = {
  key: 'code',
  createsWith: ['name'],
  unknown: 'import.unknown_code',
  blank: { name: null, price: '0' },
  emptyKeeps: ['price'],
}
const stored = new Map<string, StoredRecord>([
  ['A', { id: 1, values: { code: 'A', name: 'Stara', price: '5' } }],
  ['__proto__', { id: 2, values: { code: '__proto__', name: null, price: '0' } }],
])
async function plan(...cells: (string | number | null)[][]) {
  return planImport(await readTable(makeWorkbook(...cells), layout), stored, rules)
}

test('a code that comes twice is wrong at its second place, even when the first was wrong as well', async () => {
  const { problems, create } = await plan(
    ['Šifra', 'Naziv', 'Cijena'],
    ['B', 'x', 'x'],
    ['B', 'x', 1],
    ['B', 'x', 2],
  )
  expect(create).toEqual([])
  expect(problems.map(({ column, row, params }) => [column + row, params])).toEqual([
    ['C2', undefined],
    ['A3', { row: 2 }],
    ['A4', { row: 2 }],
  ])
})

test('E5 codes that are names of prototypes are codes like others', async () => {
  const { same, create } = await plan(['Šifra', 'Naziv'], ['__proto__', null], ['constructor', 'Nova'])
  expect([same, create.map(({ values }) => values)]).toEqual([
    1,
    [{ code: 'constructor', name: 'Nova', price: '0' }],
  ])
})

test('an empty cell means empty, or where the rules say so: as it was', async () => {
  const { update, create } = await plan(['Šifra', 'Naziv', 'Cijena'], ['A', null, null], ['B', 'Nova', null])
  expect(update.map(({ values }) => values)).toEqual([{ code: 'A', name: null, price: '5' }])
  expect(create.map(({ values }) => values.price)).toEqual(['0'])
})

test('changes come in the order of the sheet, no more than asked for, with old values only where they differ', async () => {
  const made = await plan(['Šifra', 'Naziv'], ['B', 'Prva'], ['A', 'Nova'], ['C', 'Treća'])
  expect(planChanges(made, 2).map(({ row, change, before }) => [row, change, before])).toEqual([
    [2, 'create', {}],
    [3, 'update', { name: 'Stara' }],
  ])
})

import { sheet } from '@kontor/contract/lib/imports/columns'
import type { ImportAnswers } from '@kontor/contract/lib/imports/questions'
import { expect, test } from 'vitest'
import { type Content, makeWorkbook } from '../../../../test/sheets.ts'
import { codeForm } from '../../spreadsheets/header-mapping/product-code.ts'
import { readTable } from '../../spreadsheets/header-mapping/table.ts'
import { planChanges } from '../response.ts'
import { planImport } from './plan.ts'
import type { ExistingRecord } from './plan-rules.ts'

const layout = sheet({
  code: { header: { cnr: 'Šifra', en: 'Code' }, kind: 'text', required: true, filled: true },
  name: { header: { cnr: 'Naziv', en: 'Name' }, kind: 'text' },
  price: { header: { cnr: 'Cijena', en: 'Price' }, kind: 'decimal' },
})
const rules = {
  key: 'code',
  requiredToCreate: ['name'],
  unknown: 'import.unknown_code',
  defaults: { name: null, price: '0' },
}
const stored = new Map<string, ExistingRecord>([
  ['A', { id: 1, values: { code: 'A', name: 'Stara', price: '5' } }],
  ['__proto__', { id: 2, values: { code: '__proto__', name: null, price: '0' } }],
])
const lookalikes = new Map([['twin', 'TWIN']])
const plan = (...cells: Content[][]) => planWith({}, ...cells)
async function planWith(answers: ImportAnswers, ...cells: Content[][]) {
  return planImport(
    await readTable(makeWorkbook(...cells), layout, answers),
    { records: stored, lookalikes },
    rules,
    { answers },
  )
}

test('a repeated code is a problem at its second row, even when the first had a problem', async () => {
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

test('codes that are names of prototypes are normal codes', async () => {
  const { same, create } = await plan(['Šifra', 'Naziv'], ['__proto__', null], ['constructor', 'Nova'])
  expect([same, Array.from(create, ({ values }) => values)]).toEqual([
    1,
    [{ code: 'constructor', name: 'Nova', price: '0' }],
  ])
})

test('an empty cell does not change the stored value, and clears it on request; both are counted', async () => {
  const rows = [
    ['Šifra', 'Naziv', 'Cijena'],
    ['A', null, null],
    ['B', 'Nova', null],
  ]
  const left = await plan(...rows)
  expect([left.update, left.same, Array.from(left.create, ({ values }) => values.price)]).toEqual([
    [],
    1,
    ['0'],
  ])
  const cleared = await planWith({ clear: true }, ...rows)
  expect(Array.from(cleared.update, ({ values }) => values)).toEqual([{ code: 'A', name: null, price: '0' }])
  for (const { questions } of [left, cleared])
    expect(questions).toContainEqual({
      kind: 'clear',
      blocking: false,
      answer: questions === cleared.questions,
      cells: 2,
      columns: [
        { field: 'name', cells: 1 },
        { field: 'price', cells: 1 },
      ],
    })
})

test('a code that is a variant of a known one, or was damaged by Excel, matches nothing', async () => {
  const { problems, create } = await plan(
    ['Šifra', 'Naziv'],
    ['twin', 'x'],
    ['1.23457E+12', 'x'],
    ["'0012", 'x'],
    ['#VRIJ!', 'x'],
    ['C 1', 'x'],
    ['с1', 'x'],
  )
  expect(Array.from(create, ({ values }) => values.code)).toEqual(['C 1'])
  expect(problems.map(({ row, reason, params }) => [row, reason, params])).toEqual([
    [2, 'import.twin', { code: 'TWIN' }],
    [3, 'excel.damaged_code', undefined],
    [4, 'excel.damaged_code', undefined],
    [5, 'excel.damaged_code', undefined],
    [7, 'import.duplicate', { row: 6 }],
  ])
})

test('a wrong cell does not hide that another of its row is empty', async () => {
  const active = { header: { cnr: 'Aktivan', en: 'Active' }, kind: 'boolean', filled: true } as const
  const cells: Content[][] = [
    ['Šifra', 'Naziv', 'Cijena', 'Aktivan'],
    ['B', 'x', 'abc', null],
  ]
  const table = await readTable(makeWorkbook(...cells), { ...layout, active })
  const { problems } = await planImport(table, { records: stored, lookalikes }, rules)
  expect(problems.map(({ column, reason }) => [column, reason])).toEqual([
    ['C', 'validation.not_a_number'],
    ['D', 'validation.field'],
  ])
})

test('codes with an E between digits are codes, and those of a program are as it wrote them', async () => {
  const { create, problems } = await plan(['Šifra', 'Naziv'], ['8E0698151', 'x'], ['5,3E+17', 'x'])
  expect([Array.from(create, ({ values }) => values.code), problems.map(({ row }) => row)]).toEqual([
    ['8E0698151'],
    [3],
  ])
  const codes = ['12E+4', '05.01.2026', '-5', 'TRUE', '#REF!', 'A\tB']
  const table = await readTable(makeWorkbook(['Šifra', 'Naziv'], ...codes.map((code) => [code, 'x'])), layout)
  const sent = await planImport({ ...table, isFromProgram: true }, { records: stored, lookalikes }, rules)
  expect(Array.from(sent.create, ({ values }) => values.code)).toEqual(codes.slice(0, 4))
})

test('a text is not overwritten by what Excel shows of a long number', async () => {
  const { problems, update } = await plan(['Šifra', 'Naziv'], ['A', '5,3E+17'])
  expect([problems.map(({ reason }) => reason), update]).toEqual([['excel.damaged_text'], []])
})

test('a text is not overwritten by its number, unless a program sends it', async () => {
  const layout = sheet({ code: { header: { cnr: 'Šifra', en: 'Code' }, kind: 'text', required: true } })
  const table = await readTable(makeWorkbook(['Šifra', 'Naziv'], ['A', '42'], ['B', '7']), {
    ...layout,
    name: { header: { cnr: 'Naziv', en: 'Name' }, kind: 'text' },
  })
  const records = new Map([
    ['A', { id: 1, values: { code: 'A', name: '0042' } }],
    ['B', { id: 2, values: { code: 'B', name: '+7' } }],
  ])
  const made = async (isFromProgram?: true) =>
    planImport(
      { ...table, ...(isFromProgram && { isFromProgram }) },
      { records, lookalikes: new Map() },
      rules,
    )
  const { problems, update } = await made()
  expect([problems.map(({ reason, params }) => [reason, params]), update]).toEqual([
    [
      ['import.like_number', { stored: '0042' }],
      ['import.like_number', { stored: '+7' }],
    ],
    [],
  ])
  expect(Array.from((await made(true)).update, ({ values }) => values.name)).toEqual(['42', '7'])
})

test('a problem names the missing columns of a new record in the caller’s language', async () => {
  const table = await readTable(makeWorkbook(['Šifra', 'Cijena'], ['B', '7']), layout)
  for (const [locale, columns] of [
    ['cnr', 'Naziv'],
    ['en', 'Name'],
  ] as const) {
    const options = { answers: { unknown: 'refuse' }, locale } as const
    const { problems } = await planImport(table, { records: stored, lookalikes }, rules, options)
    expect(problems).toMatchObject([{ reason: 'import.unknown_code', params: { columns } }])
  }
})

test('codes in another script are duplicates of those that look or sound the same', () => {
  expect(['МГ-1', 'мг-1', 'ＭＧ-1', 'ｍｇ－１', 'ΜG-1'].map(codeForm)).toEqual(Array(5).fill('MG-1'))
  expect(codeForm('ΡΙR-21444')).toBe('PIR-21444')
})

test('a date is a code damaged by Excel; in capitals it is a code', async () => {
  const dates = ['05.jan', 'Jan-26', '12-Jan', '05.01.2026', '1/5/2026']
  const rows = [...dates, 'JAN-27', '12-JAN-1', '05.01'].map((code) => [code, 'x'])
  const { problems, create } = await plan(['Šifra', 'Naziv'], ...rows)
  expect(problems.map(({ raw, reason }) => [raw, reason])).toEqual(
    dates.map((code) => [code, 'excel.damaged_code']),
  )
  expect(create).toHaveLength(3)
})

test('changes are in the order of the sheet, limited in number, with old values only where they differ', async () => {
  const made = await plan(['Šifra', 'Naziv'], ['B', 'Prva'], ['A', 'Nova'], ['C', 'Treća'])
  expect(planChanges(made, 2).map(({ row, change, before }) => [row, change, before])).toEqual([
    [2, 'create', {}],
    [3, 'update', { name: 'Stara' }],
  ])
  const withLarge = planChanges(made, 2, undefined, new Set([4])).map(({ row }) => row)
  expect(withLarge).toEqual([2, 4])
})

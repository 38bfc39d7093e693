import { expect, test } from 'vitest'
import type { Draft } from './draft.ts'
import { idsOf, invalidRecordsOf } from './invalidRecords.ts'

const linesOf = (...ids: number[]) => new Map(ids.map((id) => [id, '']))
const sent: Draft = { categories: linesOf(4), partners: linesOf(7, 8), products: linesOf(30, 10, 20) }
const of = (...paths: string[]) =>
  invalidRecordsOf(
    { message: 'x', errors: Object.fromEntries(paths.map((path) => [path, ['validation.inactive']])) },
    sent,
  )

test.each([
  ['nothing', []],
  ['a value beside a record', ['partners.1.cash']],
  ['a value as well', ['products.1', 'partners.1.cash']],
  ['another field', ['name']],
  ['a place that was not sent', ['products.3']],
])('an error about %s names no record to leave out', (_, paths) => {
  expect(of(...paths)).toBeNull()
})

test('records are identified by their index in the request', () => {
  const records = of('products.1', 'partners.0', 'categories.0', 'products.2') ?? []
  expect([idsOf(records, 'products'), idsOf(records, 'partners'), idsOf(records, 'categories')]).toEqual([
    [10, 20],
    [7],
    [4],
  ])
})

import { expect, test } from 'vitest'
import { differenceOf, duplicateTest, wrongPlaces } from './rules.ts'

const setOf = (...rows: { id: number; cash: string }[]) => new Map(rows.map((row) => [row.id, row]))

test('returns the removed, added and changed rows of a set', () => {
  const before = setOf({ id: 1, cash: '1' }, { id: 2, cash: '2' }, { id: 3, cash: '3' })
  const wanted = [
    { id: 4, cash: '4' },
    { id: 3, cash: '5%' },
    { id: 2, cash: '2' },
  ]
  expect(differenceOf(before, wanted, ['cash'])).toEqual({
    gone: [1],
    added: [{ id: 4, cash: '4' }],
    changed: [{ id: 3, cash: '5%' }],
  })
})

test('returns no difference for an unchanged set', () => {
  const before = setOf({ id: 1, cash: '1' })
  expect(differenceOf(before, [{ id: 1, cash: '1' }], ['cash'])).toEqual({ gone: [], added: [], changed: [] })
})

test('reports a duplicate at its later index', () => {
  const rows = [{ id: 7 }, { id: 8 }, { id: 7 }]
  const isTwice = duplicateTest(rows)
  const reasonOf = (row: { id: number }, place: number) =>
    isTwice(row, place) ? 'validation.twice' : undefined
  expect(wrongPlaces('partners', rows, reasonOf)).toEqual({ 'partners.2': ['validation.twice'] })
})

test('limits the number of reported indexes', () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id }))
  expect(Object.keys(wrongPlaces('products', rows, () => 'validation.not_found'))).toHaveLength(100)
})

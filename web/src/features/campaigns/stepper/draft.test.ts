import type { CampaignDetails } from '@kontor/contract/campaigns/details'
import { PRICE, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  countsOf,
  draftOf,
  filled,
  idsWith,
  picked,
  problemOf,
  sheetChanges,
  written,
} from './draft.ts'

const saved: CampaignDetails = {
  id: 7,
  version: 3,
  removed: { count: 0, partners: [] },
  categories: [{ category_id: 1 }, { category_id: 2 }],
  partners: [
    { partner_id: 10, cash: '5%' },
    { partner_id: 11, cash: '120.500' },
  ],
  products: [
    { product_id: 20, price: '89.900', quantity: null },
    { product_id: 21, price: null, quantity: 40 },
  ],
  delivered: [],
}

describe('a saved campaign', () => {
  test('becomes a draft with cash and campaign prices in a price campaign, and is sent back unchanged', () => {
    const draft = draftOf(saved, PRICE)
    expect([...draft.partners]).toEqual([
      [10, '5%'],
      [11, '120.5'],
    ])
    expect([...draft.products]).toEqual([
      [20, '89.9'],
      [21, ''],
    ])
    expect(bodyOf(draft, PRICE, 3)).toEqual({
      categories: [{ category_id: 1 }, { category_id: 2 }],
      partners: [
        { partner_id: 10, cash: '5%' },
        { partner_id: 11, cash: '120.5' },
      ],
      products: [
        { product_id: 20, price: '89.9' },
        { product_id: 21, price: null },
      ],
      version: 3,
    })
  })

  test('has quantities instead of cash and prices in a quantity campaign', () => {
    const draft = draftOf(saved, QUANTITY)
    expect([...draft.partners.values()]).toEqual(['', ''])
    expect(bodyOf(draft, QUANTITY, 3)).toMatchObject({
      partners: [{ partner_id: 10 }, { partner_id: 11 }],
      products: [
        { product_id: 20, quantity: null },
        { product_id: 21, quantity: 40 },
      ],
    })
    expect(bodyOf(draft, QUANTITY, 3).partners[0]).not.toHaveProperty('cash')
  })
})

describe('validation', () => {
  test('cash is required, numeric and not negative', () => {
    const problem = (typed: string) => problemOf('partners', typed, PRICE)
    expect(problem('')).toBe('validation.field')
    expect(problem('1.2.50')).toBe('validation.not_a_number')
    expect(problem('-1')).toBe('validation.not_negative') // 0 is a valid cash
    expect(problem('1.2345')).toBe('validation.too_many_decimals')
    expect(['0', '5%', '180.5'].map(problem)).toEqual([null, null, null])
    expect(problemOf('partners', '', QUANTITY)).toBeNull()
  })

  test('a campaign price or quantity is optional, and follows the product’s rules', () => {
    expect(['', '0', '12.5'].map((typed) => problemOf('products', typed, PRICE))).toEqual([
      null,
      'validation.valid_price',
      null,
    ])
    expect(['', '0', '12'].map((typed) => problemOf('products', typed, QUANTITY))).toEqual([null, null, null])
    expect(problemOf('products', '1.5', QUANTITY)).not.toBeNull()
    expect(problemOf('products', '-1', QUANTITY)).not.toBeNull()
  })

  test('counts and lists missing and invalid values', () => {
    const partners = new Map([
      [1, ''],
      [2, '5%'],
      [3, 'x'],
      [4, ' '],
    ])
    const draft = { categories: new Map(), partners, products: new Map([[9, '0']]) }
    expect(countsOf(draft, PRICE)).toEqual({
      categories: { chosen: 0, missing: 0, wrong: 0 },
      partners: { chosen: 4, missing: 2, wrong: 1 },
      products: { chosen: 1, missing: 0, wrong: 1 },
    })
    expect(countsOf(draft, QUANTITY).partners).toEqual({ chosen: 4, missing: 0, wrong: 0 })
    expect(idsWith('missing', 'partners', draft, PRICE)).toEqual([1, 4])
    expect(idsWith('wrong', 'partners', draft, PRICE)).toEqual([3])
    expect(idsWith('any', 'partners', draft, PRICE)).toEqual([1, 3, 4])
  })
})

test('selecting keeps the values of selected records, and deselecting drops them', () => {
  const lines = new Map([[1, '5%']])
  expect([...picked(lines, [1, 2], true)]).toEqual([
    [1, '5%'],
    [2, ''],
  ])
  expect([...picked(picked(lines, [1], false), [1], true)]).toEqual([[1, '']])
  expect([...lines]).toEqual([[1, '5%']])
})

test('one amount fills those without a value, and a sheet the ones that it names', () => {
  const lines = new Map([
    [1, '5%'],
    [2, ''],
  ])
  expect([...filled(lines, '3%')]).toEqual([
    [1, '5%'],
    [2, '3%'],
  ])
  expect([...written(lines, [[3, '1']])]).toEqual([...lines, [3, '1']])
})

test('a sheet changes numbers, leaves the cash of an empty cell, and adds no inactive partner', () => {
  const row = (id: number, cash: string, is_active = true) => ({ id, name: `Partner ${id}`, is_active, cash })
  const chosen = new Map([
    [1, '12.5'],
    [2, '5%'],
    [3, '7'],
    [4, '1'],
  ])
  const rows = [row(1, '12.500'), row(2, ''), row(3, '8.000'), row(4, '2.000', false)]
  const others = [row(5, ''), row(6, '3.000', false), row(7, '4.000'), row(8, '0.000')]
  const { fitting, inactive, ...counts } = sheetChanges(chosen, [...rows, ...others], new Set([7]))
  expect([...fitting]).toEqual([
    [1, '12.5'],
    [2, '5%'],
    [3, '8'],
    [4, '2'],
    [5, ''],
    [8, '0'],
  ])
  expect(inactive.map(({ id }) => id)).toEqual([6])
  expect(counts).toEqual({ fresh: 2, changed: 2, same: 2 })
})

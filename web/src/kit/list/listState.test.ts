import { list } from '@kontor/contract/kit/list/list'
import { describe, expect, test } from 'vitest'
import { listBodyOf, readListState, writeListState } from './listState.ts'

const goods = list({
  columns: {
    name: { label: { cnr: 'Naziv', en: 'Name' }, filter: 'text' },
    price: { label: { cnr: 'Cijena', en: 'Price' }, filter: 'number', money: true },
    sold_at: { label: { cnr: 'Prodato', en: 'Sold' }, filter: 'day' },
    tags: { label: { cnr: 'Oznake', en: 'Tags' }, filter: 'text', sort: false },
    picture: { label: { cnr: 'Slika', en: 'Picture' } },
  },
  search: ['name'],
  sort: { by: 'name', desc: false },
})
const read = (query: Record<string, unknown>) => readListState(query, goods)

describe('an address that cannot be followed', () => {
  test('pages and sizes that are none become the first ones', () => {
    for (const page of ['0', '-3', '1.5', 'x', '9e99', '']) expect(read({ page }).page).toBe(1)
    for (const size of ['7', '1000', 'x', '']) expect(read({ size }).size).toBe(10)
  })

  test('columns that do not exist or do not sort leave the list in its own order', () => {
    for (const sort of ['nothing', '-nothing', 'tags', '-', ''])
      expect(read({ sort })).toMatchObject({ by: 'name', desc: false })
  })

  test('filters of unknown columns and filters that cannot be read are passed over', () => {
    expect(
      read({ 'f.nothing': 'x', 'f.picture': 'x', 'f.price': 'abc', 'f.sold_at': '31.2.2026' }).filters,
    ).toEqual({})
  })
})

describe('an address', () => {
  test('holds the whole state and gives it back', () => {
    const address = {
      q: 'ljetnja mich',
      'f.name': '205/55',
      'f.price': '>5',
      sort: '-price',
      page: '3',
      size: '50',
    }
    expect(writeListState(read(address), goods)).toEqual(address)
  })

  test('says nothing about what is the default', () => {
    expect(writeListState(read({ page: '1', size: '10', sort: 'name', q: ' ' }), goods)).toEqual({})
  })

  test('may name the id, which every list can be sorted by', () => {
    expect(read({ sort: '-id' })).toMatchObject({ by: 'id', desc: true })
  })
})

test('the body of a list call carries filters, search and options', () => {
  expect(listBodyOf(read({ q: 'mich', 'f.price': '5', sort: '-price', page: '2' }))).toEqual({
    filters: { price: '5', search: 'mich' },
    options: { page: 2, itemsPerPage: 10, sortBy: ['price'], sortDesc: [true] },
  })
})

import type { ViewState } from '@kontor/contract/lib/lists/default-views'
import { list } from '@kontor/contract/lib/lists/list'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  differs,
  fillingSize,
  lacksAny,
  listBodyOf,
  readListState,
  type ViewPreferences,
  viewShown,
  writeListState,
} from './listState.ts'

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

describe('an invalid URL', () => {
  test('invalid pages and sizes fall back to the first ones', () => {
    for (const page of ['0', '-3', '1.5', 'x', '9e99', '']) expect(read({ page }).page).toBe(1)
    for (const size of ['7', '1000', 'x', '']) expect(read({ size }).size).toBe(10)
  })

  test('unknown and unsortable columns keep the default order', () => {
    for (const sort of ['nothing', '-nothing', 'tags', '-', ''])
      expect(read({ sort })).toMatchObject({ by: 'name', desc: false })
  })

  test('unknown and invalid filters are ignored', () => {
    expect(
      read({ 'f.nothing': 'x', 'f.picture': 'x', 'f.price': 'abc', 'f.sold_at': '31.2.2026' }).filters,
    ).toEqual({})
  })
})

describe('the URL', () => {
  test('stores the whole state and restores it', () => {
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

  test('omits defaults', () => {
    expect(writeListState(read({ page: '1', size: '10', sort: 'name', q: ' ' }), goods)).toEqual({})
  })

  test('can sort by id, which every list supports', () => {
    expect(read({ sort: '-id' })).toMatchObject({ by: 'id', desc: true })
  })
})

test('every list can be filtered by id, also where that is no column', () => {
  expect(read({ 'f.id': '12' }).filters).toEqual({ id: '12' })
  expect([lacksAny(goods, ['id']), lacksAny(goods, ['cost'])]).toEqual([false, true])
})

test('a window gets the page size that leaves at most two rows empty, or the largest one', () => {
  const sizes = [10, 20, 30, 50]
  for (const [height, size] of [
    [500, 10],
    [768, 10],
    [900, 20],
    [1080, 20],
    [1200, 30],
    [9000, 50],
  ] as const)
    expect(fillingSize(sizes, height), String(height)).toBe(size)
  // Inside a record's page there is less room.
  expect([900, 1080, 1440].map((height) => fillingSize([10, 20, 30], height, true))).toEqual([10, 20, 30])
})

test('the body of a list call has filters, search and options', () => {
  expect(listBodyOf(read({ q: 'mich', 'f.price': '5', sort: '-price', page: '2' }))).toEqual({
    filters: { price: '5', search: 'mich' },
    options: { page: 2, itemsPerPage: 10, sortBy: ['price'], sortDesc: [true] },
  })
})

describe('a URL with a view', () => {
  const saved: Record<string, ViewState> = {
    7: {
      filters: { price: '>50', tags: 'zima' },
      search: 'mich',
      sort: { by: 'price', desc: true },
      columns: null,
      size: 20,
    },
    8: {
      filters: { gone: 'x', price: 'abc', name: 'a' },
      search: '',
      sort: { by: 'gone', desc: true },
      columns: null,
      size: 7,
    },
  }
  const preferences: ViewPreferences = { of: (view) => saved[view], size: 50 }
  const seen = (query: Record<string, unknown>) => readListState(query, goods, '', preferences)
  const written = (query: Record<string, unknown>) => writeListState(seen(query), goods, '', preferences)

  test('falls back to the list when the view does not exist', () => {
    expect(seen({ view: '9' })).toEqual(seen({}))
    expect(written({ view: '9', 'f.name': 'x' })).toEqual({ 'f.name': 'x', size: '50' })
  })

  test('fits the view to the existing columns', () => {
    expect(seen({ view: '8' })).toMatchObject({ filters: { name: 'a' }, by: 'name', desc: false, size: 50 })
  })

  test('shows the rows of the view, and contains only its key', () => {
    expect(seen({ view: '7' })).toMatchObject({
      view: '7',
      filters: { price: '>50', tags: 'zima' },
      search: 'mich',
      by: 'price',
      desc: true,
      size: 20,
    })
    expect(written({ view: '7' })).toEqual({ view: '7' })
  })

  test('contains the differences from the view, removed filters included', () => {
    const address = {
      view: '7',
      'f.price': '5',
      'f.name': 'x',
      without: 'tags,q',
      sort: 'name',
      size: '10',
      page: '2',
    }
    expect(seen(address)).toMatchObject({
      filters: { price: '5', name: 'x' },
      search: '',
      by: 'name',
      size: 10,
      page: 2,
    })
    expect(written(address)).toEqual(address)
    expect(differs(seen(address), goods, preferences)).toBe(true)
    expect(differs(seen({ view: '7', page: '3', size: '50' }), goods, preferences)).toBe(false)
  })

  test('and any state round-trips', () => {
    const part = fc.record(
      {
        view: fc.constantFrom('7', '8', '9'),
        q: fc.constantFrom('mich', 'x'),
        'f.price': fc.constantFrom('>50', '5'),
        'f.name': fc.constantFrom('a', 'b'),
        without: fc.constantFrom('q', 'tags', 'q,price', 'name'),
        sort: fc.constantFrom('price', '-price', 'id'),
        size: fc.constantFrom('10', '20', '50'),
        page: fc.constantFrom('1', '2'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(part, (query) => {
        expect(seen(written(query))).toEqual(seen(query))
      }),
    )
  })
})

describe('the preferred page size', () => {
  const preferences: ViewPreferences = { of: () => undefined, size: 50 }
  test('is the default when the URL has none', () => {
    expect(readListState({}, goods, '', preferences).size).toBe(50)
    expect(readListState({ size: '10' }, goods, '', preferences).size).toBe(10)
  })
  test('does not change the page of a shared link', () => {
    expect(readListState({ page: '3' }, goods, '', preferences).size).toBe(10)
    const third = { ...readListState({}, goods, '', preferences), page: 3 }
    expect(writeListState(third, goods, '', preferences)).toEqual({ page: '3', size: '50' })
  })
})

test('a view is shown by its name or by its filters, in any order, and no view by other filters or a search', () => {
  const parts = list({
    columns: {
      name: { label: { cnr: 'Naziv', en: 'Name' }, filter: 'text' },
      stock: { label: { cnr: 'Zaliha', en: 'Stock' }, filter: 'number' },
      is_active: { label: { cnr: 'Aktivan', en: 'Active' }, filter: 'flag' },
    },
    views: { none: { label: { cnr: 'Prazni', en: 'Empty' }, filters: { stock: '0', is_active: 'true' } } },
    search: ['name'],
    sort: { by: 'name', desc: false },
  })
  const shown = (query: Record<string, string>) => viewShown(readListState(query, parts), parts)
  expect(shown({})).toBe('')
  expect(shown({ sort: '-stock', page: '2', size: '50' })).toBe('')
  expect(shown({ 'f.is_active': 'true', 'f.stock': '0' })).toBe('none')
  expect(shown({ 'f.is_active': 'false' })).toBe('inactive')
  expect(shown({ 'f.stock': '0' })).toBeNull()
  expect(shown({ 'f.is_active': 'false', q: 'a' })).toBeNull()
  expect(shown({ q: 'a' })).toBeNull()
})

import { describe, expect, test } from 'vitest'
import { fieldErrors } from '../http/errors.ts'
import { commonColumns, list, listBody, listQuery } from './list.ts'

const definition = list({
  columns: {
    name: commonColumns.name,
    price: { label: { cnr: 'Cijena', en: 'Price' }, filter: 'number' },
    tags: { label: { cnr: 'Oznake', en: 'Tags' }, sort: false },
    is_active: commonColumns.is_active,
  },
  search: ['name'],
  sort: { by: 'name', desc: false },
})
const body = listBody(definition)
const query = listQuery(definition)

const wrongFields = (input: unknown) => {
  const { error } = body.safeParse(input)
  return error ? Object.keys(fieldErrors(error)) : []
}

describe('a list request rejects', () => {
  test.for([
    ['a sort column that is none', { options: { sortBy: ['price;drop table x--'] } }, 'options.sortBy'],
    ['a sort column that is SQL', { options: { sortBy: '(select pg_sleep(5))' } }, 'options.sortBy'],
    ['a column that does not sort', { options: { sortBy: ['tags'] } }, 'options.sortBy'],
    [
      'more directions than columns',
      { options: { sortBy: ['name'], sortDesc: [true, false] } },
      'options.sortDesc',
    ],
    ['a direction that is a text', { options: { sortDesc: 'true;' } }, 'options.sortDesc'],
    ['six sort columns', { options: { sortBy: Array(6).fill('name') } }, 'options.sortBy'],
    ['a filter that is none', { filters: { password: 'x' } }, 'filters.password'],
    ['a filter of a column without one', { filters: { tags: 'x' } }, 'filters.tags'],
    ['a filter that is an object', { filters: { name: { $ne: 1 } } }, 'filters.name'],
    ['a filter that is a number', { filters: { name: 5 } }, 'filters.name'],
    ['a filter that cannot be read', { filters: { price: 'abc' } }, 'filters.price'],
    ['a filter of a megabyte', { filters: { name: 'x'.repeat(1e6) } }, 'filters.name'],
    ['a filter called constructor', { filters: { constructor: 'x' } }, 'filters.constructor'],
    [
      '10,000 filters',
      { filters: Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => [`f${i}`, 'x'])) },
      'filters.f0',
    ],
    ['100,000 columns', { show_columns: Array(1e5).fill('name') }, 'show_columns'],
    ['a column that is none', { report_data: { name: 'x', columns: ['password'] } }, 'report_data.columns.0'],
    [
      '10,000 columns in a file',
      { report_data: { name: 'x', columns: Array(1e4).fill('name') } },
      'report_data.columns',
    ],
    ['a file without a name', { report_data: { name: ' ' } }, 'report_data.name'],
    ['an unknown part', { limit: 5 }, 'limit'],
  ] as const)('%s', ([, input, field]) => {
    expect(wrongFields(input)).toContain(field)
  })

  test.for([-1, 0, 5, 1e9, 1.5, '10', true, [10], null])('%j rows per page', (itemsPerPage) => {
    expect(wrongFields({ options: { itemsPerPage } })).toEqual(['options.itemsPerPage'])
  })

  test.for([0, -1, Number.NaN, 1e308, 2 ** 53, 1.5, '1', null])('the page %j', (page) => {
    expect(wrongFields({ options: { page } })).toEqual(['options.page'])
  })

  test('a query that is not JSON, is repeated, or is too large', () => {
    for (const filters of [
      '{bad',
      '[]',
      '5',
      '"x"',
      ['{}', '{}'],
      '['.repeat(100_001),
      '{"name":"\\u0000"}',
    ]) {
      expect(query.safeParse({ filters }).success).toBe(false)
    }
    expect(query.safeParse({ offset: '1' }).success).toBe(false)
  })
})

describe('a list request accepts', () => {
  test('no parts, or parts that are null', () => {
    expect(body.parse({})).toEqual({})
    const empty = {
      filters: null,
      options: null,
      report_data: null,
      show_columns: null,
      show_only_active: null,
    }
    expect(body.parse(empty)).toEqual(empty)
    expect(query.parse({})).toEqual({})
  })

  test('one sort column or several, and returns them as several', () => {
    const one = body.parse({ options: { sortBy: 'price', sortDesc: true } })
    expect(one.options).toEqual({ sortBy: ['price'], sortDesc: [true] })
    expect(body.parse({ options: { sortBy: ['id', 'name'], sortDesc: [true] } }).options?.sortBy).toEqual([
      'id',
      'name',
    ])
  })

  test('empty filters, and the same parts as JSON in a query', () => {
    expect(body.parse({ filters: { name: '', price: ' ', search: null } }).filters).toBeDefined()
    const request = query.parse({ filters: '{"price":">5"}', options: '{"page":3,"itemsPerPage":50}' })
    expect(request).toEqual({ filters: { price: '>5' }, options: { page: 3, itemsPerPage: 50 } })
  })
})

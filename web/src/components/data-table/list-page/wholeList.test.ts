import { list } from '@kontor/contract/lib/lists/list'
import { columnsOf } from '@kontor/contract/lib/resources/columns'
import { describe, expect, test } from 'vitest'
import { formatOf } from '../../../lib/i18n/format.ts'
import type { ListRow } from '../listRow.ts'
import { selectRows } from './wholeList.ts'

const definition = list({
  columns: {
    name: { label: { cnr: 'Naziv', en: 'Name' }, filter: 'text' },
    country: { label: { cnr: 'Država', en: 'Country' }, filter: 'text' },
    price: { label: { cnr: 'Cijena', en: 'Price' }, filter: 'number', money: true },
    updated_at: { label: { cnr: 'Ažurirano', en: 'Updated' }, filter: 'day' },
    is_active: { label: { cnr: 'Aktivan', en: 'Active' }, filter: 'flag' },
  },
  search: ['name', 'country'],
  sort: { by: 'name', desc: false },
})
interface Row extends ListRow {
  country?: { id: number; name: string }
  plates?: string
  price?: string | null
  updated_at?: string
}
const query = { filters: {}, search: '', by: 'name', desc: false }
const select = (rows: Row[], state: Partial<typeof query> & { filters?: Record<string, string> }) =>
  selectRows(rows, definition, { ...query, ...state }, formatOf('cnr').compare).map((row) => row.id)
const named = (...names: string[]): Row[] => names.map((name, index) => ({ id: index + 1, name }))

describe('sorting', () => {
  test('orders Montenegrin letters by the alphabet', () => {
    const right = [
      'cvor',
      'čep',
      'ćup',
      'dom',
      'dud',
      'džep',
      'đak',
      'luk',
      'ljeto',
      'nula',
      'njiva',
      'sat',
      'šuma',
      'zub',
      'žaba',
    ]
    const rows = named(...[...right].reverse())
    expect(select(rows, {}).map((id) => rows[id - 1]?.name)).toEqual(right)
  })

  test('compares decimals exactly, and numbers inside texts numerically', () => {
    const prices = ['9.1', '10', '9.09', null].map((price, index) => ({ id: index + 1, price }))
    expect(select(prices, { by: 'price' })).toEqual([3, 1, 2, 4])
    expect(select(prices, { by: 'price', desc: true })).toEqual([4, 2, 1, 3])
    expect(select(named('Red 10', 'Red 9'), {})).toEqual([2, 1])
  })

  test('falls back to the id, reversed with the rest', () => {
    expect(select(named('a', 'a'), {})).toEqual([1, 2])
    expect(select(named('a', 'a'), { desc: true })).toEqual([2, 1])
  })
})

describe('filtering', () => {
  const rows: Row[] = [
    {
      id: 1,
      name: 'Nikšić',
      country: { id: 1, name: 'Crna Gora' },
      is_active: true,
      updated_at: '2026-11-20T23:30:00Z',
    },
    {
      id: 2,
      name: 'Đakovo',
      country: { id: 2, name: 'Hrvatska' },
      is_active: false,
      updated_at: '2026-11-20T12:00:00Z',
    },
  ]

  test('searches every word in all searched columns, in either script', () => {
    expect(select(rows, { search: 'gora niksic' })).toEqual([1])
    expect(select(rows, { search: 'никшић' })).toEqual([1])
    expect(select(rows, { search: 'djakovo' })).toEqual([2])
    expect(select(rows, { search: 'gora hrvatska' })).toEqual([])
  })

  test('finds number plates regardless of blanks and hyphens, but not names', () => {
    const text = 'PG\u00a0CG\u2011418'
    const vehicles = list({
      columns: columnsOf({
        plates: { kind: 'text', label: { cnr: 'Tablice', en: 'Plates' }, compact: true },
      }),
      search: ['plates'],
      sort: { by: 'plates', desc: false },
    })
    const finds = (of: { search?: string; filters?: Record<string, string> }) =>
      selectRows([{ id: 1, plates: text }], vehicles, { ...query, ...of }, formatOf('cnr').compare)
    for (const typed of ['pgcg-4', 'PG CG\u2013418', '\uff30\uff27CG']) {
      expect([finds({ search: typed }), finds({ filters: { plates: typed } })], typed).toMatchObject([
        [{ id: 1 }],
        [{ id: 1 }],
      ])
      expect(select(named(text), { search: typed }), typed).toEqual([])
    }
  })

  test('matches choices by name, flags by state and dates in the time zone of Podgorica', () => {
    expect(select(rows, { filters: { country: 'hrv' } })).toEqual([2])
    expect(select(rows, { filters: { is_active: 'false' } })).toEqual([2])
    expect(select(rows, { filters: { updated_at: '21.11.2026' } })).toEqual([1])
  })
})

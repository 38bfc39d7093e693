import { describe, expect, test } from 'vitest'
import { moved } from './ColumnChooser.tsx'
import { fitChoice } from './useColumns.ts'

const columns = [{ key: 'code', locked: true }, { key: 'name' }, { key: 'price' }, { key: 'note' }] as const
const label = { cnr: '', en: '' }
const list = { columns: { code: { label }, note: { label, optional: true } } } as const

describe('a stored choice of columns', () => {
  test('never hides a locked column or all columns', () => {
    expect(fitChoice(list, columns, { hidden: ['code', 'price'] }).hidden).toEqual(['price'])
    expect(fitChoice(list, columns.slice(1), { hidden: ['name', 'price', 'note'] }).hidden).toEqual([])
  })

  test('drops removed columns and adds new ones, locked ones first', () => {
    expect(fitChoice(list, columns, { order: ['price', 'gone', 'code'] }).order).toEqual([
      'code',
      'price',
      'name',
      'note',
    ])
  })

  test('starts with the feature’s order and without the list’s optional columns, except for overridden ones', () => {
    expect(fitChoice(list, columns, null)).toEqual({
      order: ['code', 'name', 'price', 'note'],
      hidden: ['note'],
    })
    const shown = [...columns.slice(0, 3), { key: 'note', optional: false }] as const
    expect(fitChoice(list, shown, null).hidden).toEqual([])
  })
})

test('a moved column takes the position of the one it is dropped on', () => {
  expect(moved(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
})

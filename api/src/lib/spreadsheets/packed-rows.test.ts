import { expect, test } from 'vitest'
import { PackedRecords } from '../imports/records/packed-records.ts'
import { PackedRows } from './packed-rows.ts'

const texts = ['Guma', 'č š \u2028', '\ud800', '', '__proto__']
const rowAt = (i: number) => ({
  row: i,
  name: texts[i % texts.length] ?? '',
  price: i % 3 ? `${i}.50` : null,
})

test.each([0, 1, 500, 1001])('%i packed rows are read as often as wanted, as they were added', (count) => {
  const rows = Array.from({ length: count }, (_, i) => rowAt(i))
  const packed = new PackedRows(
    ({ row, name, price }: ReturnType<typeof rowAt>) => [row, name, price] as const,
    ([row, name, price]) => ({ row, name, price }),
  )
  for (const row of rows) packed.push(row)
  expect(packed.length).toBe(count)
  expect([...packed]).toEqual(rows)
  expect([...packed]).toEqual(rows)
})

test.each([true, false])('records are found in any order, the last one of a key; packed: %s', (isPacked) => {
  const packed = new PackedRecords(isPacked)
  const recordOf = (id: number) => ({ id, values: { name: texts[id % texts.length] ?? '', price: null } })
  packed.add(new Map([['A', recordOf(1)]]))
  packed.add(new Map([3, 4].map((id) => [`${id}`, recordOf(id)])))
  packed.add(new Map([['A', recordOf(2)]]))
  expect(['4', 'A', '3', 'B'].map((key) => packed.get(key))).toEqual([
    recordOf(4),
    recordOf(2),
    recordOf(3),
    undefined,
  ])
  expect(Array.from(packed)).toHaveLength(4)
})

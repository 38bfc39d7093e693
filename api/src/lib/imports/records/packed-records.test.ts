import { expect, test } from 'vitest'
import { PackedRecords } from './packed-records.ts'

test.each([true, false])('records are found in any order, the last one of a key; packed: %s', (isPacked) => {
  const packed = new PackedRecords(isPacked)
  const recordOf = (id: number) => ({ id, values: { name: `Guma ${id}`, price: null } })
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

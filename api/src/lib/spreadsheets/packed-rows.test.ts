import { expect, test } from 'vitest'
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

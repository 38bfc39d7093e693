import { expect, test } from 'vitest'
import { unitOf } from './unitOf.ts'

test('the numbers at the axis have at most four digits', () => {
  const unit = (...parts: number[]) => unitOf([{ parts: [1] }, { parts }])
  expect([unit(9999), unit(5000, 5000), unit(12_000_000), unitOf([])]).toEqual([1, 1000, 1_000_000, 1])
})

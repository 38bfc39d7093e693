import { expect, test } from 'vitest'
import { roundDegrees } from './roundDegrees.ts'

test('a view has at most seven lines, all inside', () => {
  for (const [from, to] of [
    [-180, 85],
    [18.4, 20.4],
    [42.43, 42.45],
    [-0.05, 0.05],
  ] as const) {
    const lines = roundDegrees(from, to)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.length).toBeLessThanOrEqual(7)
    expect(lines.every((line) => line >= from && line <= to)).toBe(true)
  }
})

test('the labels have no floating-point remainder', () => {
  expect(roundDegrees(42.43, 42.45)).toEqual([42.43, 42.435, 42.44, 42.445, 42.45])
})

import { expect, test } from 'vitest'
import { fitting, ticksOf, unitOf } from './scale.ts'

test('the lines are round, few and not above the highest bar', () => {
  expect(ticksOf(0)).toEqual([0])
  expect(ticksOf(1)).toEqual([0, 1])
  expect(ticksOf(22_300)).toEqual([0, 10_000, 20_000])
  expect(ticksOf(5_999)).toEqual([0, 2000, 4000])
  for (let most = 1; most < 1e8; most *= 1.37) {
    expect(ticksOf(most).length).toBeLessThanOrEqual(4)
    expect(ticksOf(most).at(-1)).toBeLessThanOrEqual(most)
  }
  expect([unitOf(9999), unitOf(10_000), unitOf(12_000_000)]).toEqual([1, 1000, 1_000_000])
})

test('labels that would touch are left out, the last never', () => {
  const at = (label: string, place: number) => ({ label, at: place })
  const all = [at('1. 11.', 0), at('2.', 20), at('9.', 100), at('danas', 120)]
  expect(fitting(all).map(({ label }) => label)).toEqual(['2.', 'danas'])
})

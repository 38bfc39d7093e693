import { expect, test } from 'vitest'
import { Lag } from './lag.ts'

test('the lag begins when the primary was seen at a later position', () => {
  const lag = new Lag(10_000)
  lag.record(100, 100, 0)
  lag.record(200, 100, 1000)
  lag.record(300, 100, 2000)
  expect([lag.ms, lag.isTooMuch]).toEqual([1000, false])
  lag.record(300, 200, 3000) // it has reached the position seen at 1000, not the one seen at 2000
  expect(lag.ms).toBe(1000)
  lag.record(300, 200, 12_001)
  expect([lag.ms, lag.isTooMuch]).toEqual([10_001, true])
  lag.record(300, 300, 13_000)
  expect([lag.ms, lag.isTooMuch]).toEqual([0, false])
})

test('an idle primary causes no lag', () => {
  const lag = new Lag(0)
  for (const now of [0, 60_000, 3_600_000]) lag.record(100, 100, now)
  expect(lag.isTooMuch).toBe(false)
})

test('a replica that is behind for a day has a lag of a day', () => {
  const lag = new Lag(10_000)
  // More checks than the positions that are kept.
  for (let second = 0; second <= 86_400; second += 10) lag.record(100 + second, 100, second * 1000)
  expect(lag.ms).toBe(86_390_000)
})

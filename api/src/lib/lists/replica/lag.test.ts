import { expect, test } from 'vitest'
import { Lag } from './lag.ts'

test('a replica is behind since the first server was seen further than it is', () => {
  const lag = new Lag(10_000)
  lag.see(100, 100, 0)
  lag.see(200, 100, 1000)
  lag.see(300, 100, 2000)
  expect([lag.ms, lag.isTooMuch]).toEqual([1000, false])
  lag.see(300, 200, 3000) // it has reached the position seen at 1000, not the one seen at 2000
  expect(lag.ms).toBe(1000)
  lag.see(300, 200, 12_001)
  expect([lag.ms, lag.isTooMuch]).toEqual([10_001, true])
  lag.see(300, 300, 13_000)
  expect([lag.ms, lag.isTooMuch]).toEqual([0, false])
})

test('a server on which nothing happens leaves nobody behind', () => {
  const lag = new Lag(0)
  for (const now of [0, 60_000, 3_600_000]) lag.see(100, 100, now)
  expect(lag.isTooMuch).toBe(false)
})

test('what is behind for a day is behind for a day', () => {
  const lag = new Lag(10_000)
  for (let second = 0; second <= 86_400; second++) lag.see(100 + second, 100, second * 1000)
  expect(lag.ms).toBe(86_399_000)
})

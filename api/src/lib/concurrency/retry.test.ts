import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryEverySecond } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('failing work is logged and repeated once a second, with any number of callers, until it succeeds', async () => {
  const work = vi.fn<() => Promise<void>>(async () => {
    throw new Error('away')
  })
  const failed = vi.fn<(error: Error) => void>()
  const { attempt } = retryEverySecond(work, failed)
  for (let beat = 0; beat < 3; beat++) {
    attempt()
    attempt()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect([work.mock.calls.length, failed.mock.calls.length]).toEqual([5, 4])
  work.mockResolvedValue()
  await vi.advanceTimersByTimeAsync(5000)
  expect(failed).toHaveBeenCalledTimes(4)
})

test('nothing runs after it was stopped', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('away'))
  const { attempt, stop } = retryEverySecond(work, () => {})
  attempt()
  await vi.advanceTimersByTimeAsync(0)
  stop()
  attempt()
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(1)
})

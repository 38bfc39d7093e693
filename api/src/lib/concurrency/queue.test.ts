import { expect, test, vi } from 'vitest'
import { asUser } from '../database/current-user.ts'
import { fairQueue, queue, queuePerKey } from './queue.ts'

const outcome = (place: Promise<unknown>) =>
  place.then(
    () => 'in',
    ({ code }) => code,
  )

test('runs two, queues two in order, and rejects the fifth', async () => {
  const { enter: place } = queue({ concurrency: 2, waiting: 2, maxWaitMs: 1000 })
  const [first] = [await place(), await place()]
  const order: string[] = []
  const third = place().then((leave) => [order.push('third'), leave] as const)
  const fourth = place().then((leave) => [order.push('fourth'), leave] as const)
  expect(await outcome(place())).toBe('error.busy')
  first()
  const [, leave] = await third
  expect(order).toEqual(['third'])
  leave()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
})

test('rejects a caller after its maxWaitMs, without affecting the order', async () => {
  vi.useFakeTimers()
  const { enter: place } = queue({ concurrency: 1, waiting: 5, maxWaitMs: 1000 })
  const leave = await place()
  const late = outcome(place())
  vi.advanceTimersByTime(1000)
  expect(await late).toBe('error.busy')
  vi.useRealTimers()
  const next = outcome(place())
  leave()
  expect(await next).toBe('in')
})

test('a failing task releases its place, and without limits all wait', async () => {
  const { run } = queue({ concurrency: 1 })
  const failed = run(() => Promise.reject(new Error('no'))).catch((error: Error) => error.message)
  const others = Array.from({ length: 20 }, (_, n) => run(async () => n))
  expect(await failed).toBe('no')
  expect(await Promise.all(others)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('tasks of one key wait for one another, those of another key do not, and each queue has its own limits', async () => {
  const enqueue = queuePerKey({ concurrency: 1, waiting: 1 })
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const done: string[] = []
  const first = enqueue('one', () => blocked.then(() => done.push('first')))
  const second = enqueue('one', async () => done.push('second'))
  expect(await outcome(enqueue('one', async () => undefined))).toBe('error.busy')
  await enqueue('two', async () => done.push('other'))
  release()
  await Promise.all([first, second])
  expect(done).toEqual(['other', 'first', 'second'])
  expect(await enqueue('one', async () => 'again')).toBe('again')
})

test('every caller has one place in a queue of callers, and work knows whether others of its key wait', async () => {
  const enqueue = fairQueue({ concurrency: 1, waiting: 1 })
  const done: string[] = []
  const work = (id: number) => asUser({ id }, () => enqueue(async () => done.push(`of ${id}`)))
  await Promise.all([work(1), work(1), work(1), work(2)])
  expect(done).toEqual(['of 1', 'of 2', 'of 1', 'of 1'])

  const ofKey = queuePerKey({ concurrency: 1 })
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<() => boolean>()
  const first = ofKey('one', async (isAwaited) => {
    begin(isAwaited)
    await blocked
  })
  const isAwaited = await begun
  expect(isAwaited()).toBe(false)
  const second = ofKey('one', async () => undefined)
  expect(isAwaited()).toBe(true)
  release()
  await Promise.all([first, second])
})

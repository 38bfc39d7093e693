import { expect, onTestFinished, test, vi } from 'vitest'
import { connection } from './connection.ts'

test('a server that accepts a probe and does not answer is unreachable after two seconds, and is asked again', async () => {
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  vi.useFakeTimers()
  const silent = (_path: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const fetch = vi.fn(silent)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('navigator', { onLine: true })
  const isReached = connection.ping()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(connection.state()).toBe('there')
  await vi.advanceTimersByTimeAsync(1)
  expect(connection.state()).toBe('silent')
  expect(await isReached).toBe(false)

  fetch.mockImplementation(async () => new Response('ok'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect([fetch.mock.calls.length, connection.state()]).toEqual([2, 'back'])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(connection.state()).toBe('there')

  // A request that fails while the server is shown as back ends that, before the probe is answered.
  const reconnect = async () => {
    fetch.mockImplementationOnce(() => Promise.reject(new TypeError('network')))
    await connection.ping()
    await vi.advanceTimersByTimeAsync(3_000)
  }
  await reconnect()
  expect(connection.state()).toBe('back')
  connection.failed()
  expect(connection.state()).toBe('there')
  await connection.ping()
  // The next one is shown for its own four seconds.
  await reconnect()
  await vi.advanceTimersByTimeAsync(3_900)
  expect(connection.state()).toBe('back')
})

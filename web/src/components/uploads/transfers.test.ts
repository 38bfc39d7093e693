import { expect, test, vi } from 'vitest'
import type { Sending } from './transfers.ts'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { documentElement: { lang: 'cnr' } })
const { transfers } = await import('./transfers.ts')
const { send } = await import('../../lib/api/apiRequest.ts')

/** A file whose upload runs until it is aborted or `end` is called. */
function file(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const send = vi.fn<Sending['send']>((_key, { signal }) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    return promise
  })
  return { name, size: 1, target: { screen: '/', parent: null }, send, end: resolve }
}

test('who leaves aborts the uploads, and none of them goes on for the next user', async () => {
  const files = ['Prvi', 'Drugi', 'Treći'].map(file)
  transfers.add(files)
  expect(files.map(({ send }) => send.mock.calls.length)).toEqual([1, 1, 0])
  const signals = files.slice(0, 2).map(({ send }) => send.mock.calls[0]?.[1].signal)
  transfers.abort()
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true])
  expect(transfers.get()).toEqual([])
  files[0]?.end()
  await new Promise((resolve) => setTimeout(resolve))
  expect(files[2]?.send).not.toHaveBeenCalled()

  const next = file('Četvrti')
  transfers.add([next])
  expect(next.send).toHaveBeenCalledOnce()
  next.end()
  await vi.waitFor(() => expect(transfers.get().map(({ state }) => state)).toEqual(['done']))
  transfers.clear()
})

test('an upload that was cancelled while the password was asked for is not sent', async () => {
  const sent = vi.fn()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open() {}
      setRequestHeader() {}
      send = sent
    },
  )
  const options = { signal: AbortSignal.abort(), onProgress: () => {} }
  const call = send({ method: 'POST', path: '/api/technical_support' }, {}, options)
  await Promise.race([call.catch(() => {}), new Promise((resolve) => setTimeout(resolve))])
  expect(sent).not.toHaveBeenCalled()
})

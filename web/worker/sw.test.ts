import { expect, test, vi } from 'vitest'

const listeners = new Map<string, (event: object) => void>()
const app = { url: 'https://kontor.me/app', postMessage: vi.fn(), focus: async () => {} }
const opened = { postMessage: vi.fn() }
const showNotification = vi.fn(async (_title: string, _options: { data: unknown }) => {})
let windows = [app]
vi.stubGlobal('SHELL', [])
vi.stubGlobal('BUILD', '1')
vi.stubGlobal('location', { origin: 'https://kontor.me' })
vi.stubGlobal('self', {
  addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  registration: { showNotification },
  clients: { matchAll: async () => windows, openWindow: async () => opened },
})
await import('./sw.ts')

async function dispatch(name: string, values: object) {
  const waits: Promise<unknown>[] = []
  listeners.get(name)?.({ ...values, waitUntil: (promise: Promise<unknown>) => waits.push(promise) })
  await Promise.all(waits)
}

test('an opened push is named to the app, also to one that it starts', async () => {
  await dispatch('push', { data: { json: () => ({ push_id: 7, title: 'Novo', link: '/app/stores' }) } })
  const notification = { data: showNotification.mock.calls[0]?.[1].data, close: () => {} }
  await dispatch('notificationclick', { notification })
  expect(app.postMessage).toHaveBeenLastCalledWith({ open: '/app/stores', push_id: 7 })
  windows = []
  await dispatch('notificationclick', { notification })
  expect(opened.postMessage).toHaveBeenLastCalledWith({ push_id: 7 })
})

import { expect, test, vi } from 'vitest'

const listeners = new Map<string, (event: object) => void>()
/** A tab of the app: the office's view of it says so, one that is asleep does not answer. */
const tab = (isView: boolean | null) => ({
  url: 'https://kontor.me/app',
  postMessage: vi.fn((data: unknown, [port]: MessagePort[] = []) => {
    if (data === 'is view' && isView !== null) port?.postMessage(isView)
  }),
  focus: async () => {},
})
const app = tab(false)
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

async function click() {
  await dispatch('push', { data: { json: () => ({ push_id: 7, title: 'Novo', link: '/app/stores' }) } })
  const notification = { data: showNotification.mock.lastCall?.[1].data, close: () => {} }
  await dispatch('notificationclick', { notification })
}

test('an opened push is named to the app, also to one that it starts', async () => {
  await click()
  expect(app.postMessage).toHaveBeenLastCalledWith({ open: '/app/stores', push_id: 7 })
  windows = []
  await click()
  expect(opened.postMessage).toHaveBeenLastCalledWith({ push_id: 7 })
})

test('a push is not opened in a view of the office, but in another tab, also in one that is asleep, or in a new one', async () => {
  const view = tab(true)
  const asleep = tab(null)
  const shown = { open: '/app/stores', push_id: 7 }
  windows = [view, asleep]
  await click()
  expect(asleep.postMessage).toHaveBeenLastCalledWith(shown)
  windows = [view]
  opened.postMessage.mockClear()
  await click()
  expect(opened.postMessage).toHaveBeenLastCalledWith({ push_id: 7 })
  expect(view.postMessage).not.toHaveBeenCalledWith(shown)
})

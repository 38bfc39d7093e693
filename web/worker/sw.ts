// The service worker of the partners' app: starts it offline, and shows push notifications. It caches only
// the app's files, never responses with personal data.
export {}

declare const self: ServiceWorkerGlobalScope
// Filled in by the build (web/vite.config.ts).
/** The paths of the app's files. */
declare const SHELL: string[]
/** A hash of their paths and of the contents of those without one in their name: a change of any file changes it. */
declare const BUILD: string

const PAGE = '/app'
const PREFIX = 'kontor-app-'
const NAME = PREFIX + BUILD
/** Milliseconds until a slow page load falls back to the cache. */
const NETWORK_TIMEOUT = 4000
/** Milliseconds that a tab has to answer: a second after a click some browsers no longer let it open a window. */
const ANSWER_TIMEOUT = 300

self.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (SHELL.includes(url.pathname)) event.respondWith(cachedFile(request))
})

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification))
})

/** All files or none: an incomplete shell would not start. */
async function cacheFiles() {
  const cache = await caches.open(NAME)
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: 'no-cache' })))
}

async function forgetOthers() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The latest page from the network, else the cached one, also while a proxy answers for a server that restarts. */
async function page(request: Request) {
  const cached = () => caches.match(PAGE, { cacheName: NAME })
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(NETWORK_TIMEOUT) })
    return response.status < 500 ? response : ((await cached()) ?? response)
  } catch (error) {
    const shell = await cached()
    if (shell) return shell
    throw error
  }
}

const cachedFile = async (request: Request) =>
  (await caches.match(request, { cacheName: NAME, ignoreSearch: true })) ?? fetch(request)

interface Pushed {
  push_id?: number
  title?: string
  text?: string
  link?: string | null
}

/** Browsers revoke the push permission when a push shows no notification, so one is always shown. */
async function show(data: PushMessageData | null) {
  const { title = 'Kontor', text = '', ...opened }: Pushed = readPushed(data)
  const options = { body: text, icon: '/app/icon-192.png', badge: '/app/icon-192.png', data: opened }
  await self.registration.showNotification(title, options)
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const window of windows) window.postMessage('pushed')
}

function readPushed(data: PushMessageData | null): Pushed {
  try {
    const pushed: Pushed = data?.json() ?? {} // written by our server
    return pushed
  } catch {
    return {}
  }
}

/**
 * Opens the link in the running app, else in a new window; external links open directly. The app marks the push as
 * read.
 */
async function open({ data }: Notification) {
  const { link, push_id }: Pushed = data ?? {}
  const url = new URL(link || `${PAGE}/notifications`, location.origin)
  const isOurs = url.origin === location.origin && /^\/app(\/|$)/.test(url.pathname)
  const window = isOurs && (await appWindow())
  if (!window) {
    const started = await self.clients.openWindow(url) // null for another origin
    return started?.postMessage({ push_id }) // waits for the app to start
  }
  window.postMessage({ open: url.pathname + url.search, push_id })
  return window.focus()
}

/** A tab of the partners' app; not one in which the office views it, which would ignore the push. */
async function appWindow() {
  const windows = await self.clients.matchAll({ type: 'window' })
  const ours = windows.filter(({ url }) => /^\/app(\/|$)/.test(new URL(url).pathname))
  const areViews = await Promise.all(ours.map(isView))
  return ours.find((_, index) => !areViews[index])
}

/** Asks a tab. One that does not answer in time is the partners' app: a view that the office uses is awake. */
function isView(window: WindowClient) {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), ANSWER_TIMEOUT)
    window.postMessage('is view', [port2])
  }).finally(() => port1.close())
}

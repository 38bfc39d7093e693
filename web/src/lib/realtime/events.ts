import type { EventType, EventTypes } from '@kontor/contract/lib/http/events'
import { permissionsLost } from '../permissions/permissionsLost.ts'
import { session } from '../session/session.ts'
import { connection } from './connection.ts'
import { eventParser } from './eventParser.ts'

const seconds = 1000
/**
 * The server sends a heartbeat every 20 s: after more than two missed ones the connection is dead, as
 * after sleep.
 */
const HEARTBEAT_TIMEOUT = 45 * seconds
/** A hidden tab closes its connection, unless a component keeps it open. */
const HIDDEN_DELAY = 60 * seconds

type Listener<T extends EventType> = (data: EventTypes[T]) => void

const listeners = new Map<string, Set<(data: unknown) => void>>()
const followers = new Set<() => void>()
let isOpen = false
let keepOpenCount = 0
let lastId: string | undefined
let retry = 2 * seconds

function setOpen(open: boolean) {
  if (isOpen === open) return
  isOpen = open
  for (const follow of followers) follow()
}

/** Opens the event stream of this tab and reconnects; returns a function that closes it. */
function start(path: `/api/${string}`) {
  const stop = new AbortController()
  lastId = undefined
  void keepOpen(path, stop.signal)
  return () => stop.abort()
}

async function keepOpen(path: string, stop: AbortSignal) {
  for (let failures = 0; !stop.aborted; ) {
    await untilVisible(stop)
    const outcome = await readStream(path, stop).catch(() => 'failed' as const)
    setOpen(false)
    failures = outcome === 'failed' ? failures + 1 : 0
    if (outcome === 'failed' && !stop.aborted) connection.failed()
    const delay = Math.min(retry * 2 ** Math.min(failures, 4), 60 * seconds)
    // Jitter: the tabs of an office must not reconnect at the same time.
    await pause(delay * (0.5 + Math.random() / 2), stop)
  }
}

/** Reads until the stream ends. Rejects when it could not be opened or was cut off. */
async function readStream(path: string, stop: AbortSignal): Promise<'ended'> {
  const cut = new AbortController()
  const done = new AbortController()
  let watch = setTimeout(() => cut.abort(), HEARTBEAT_TIMEOUT)
  const hide = hiding(() => cut.abort(), done.signal)
  addEventListener('offline', () => cut.abort(), { signal: done.signal })
  try {
    const token = session.token()
    const response = await fetch(path, {
      headers: {
        accept: 'text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(lastId !== undefined && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([stop, cut.signal]),
    })
    if (response.status === 401) {
      await session.renewed(token)
      return 'ended'
    }
    if (response.status === 403) permissionsLost.notify()
    if (!response.ok || !response.body) throw new Error(`the stream was answered ${response.status}`)
    setOpen(true)
    const parse = eventParser()
    for await (const text of textOf(response.body)) {
      clearTimeout(watch)
      watch = setTimeout(() => cut.abort(), HEARTBEAT_TIMEOUT)
      const read = parse(text)
      retry = read.retry ?? retry
      for (const event of read.events) notify(event)
    }
    return 'ended'
  } finally {
    clearTimeout(watch)
    hide()
    done.abort()
  }
}

/** Not every browser can iterate over a stream. */
async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    yield value
  }
}

function notify({ id, type, data }: { id: string | undefined; type: string; data: unknown }) {
  lastId = id ?? lastId
  for (const listener of listeners.get(type) ?? []) listener(data)
}

/** Calls back when the tab has been hidden for a while and no component keeps the stream open. */
function hiding(hide: () => void, done: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => keepOpenCount === 0 && hide(), HIDDEN_DELAY)
  }
  document.addEventListener('visibilitychange', follow, { signal: done })
  follow()
  return () => clearTimeout(timer)
}

/** Resolves when the tab becomes visible. */
async function untilVisible(stop: AbortSignal) {
  const isNeeded = () => stop.aborted || !document.hidden || keepOpenCount > 0
  while (!isNeeded()) {
    const end = new AbortController() // otherwise a hidden tab would add listeners on every visit
    await new Promise<void>((resolve) => {
      const until = { signal: end.signal }
      document.addEventListener('visibilitychange', () => resolve(), until)
      stop.addEventListener('abort', () => resolve(), until)
    })
    end.abort()
  }
}

/** A pause that ends early when the server is reachable again or the tab becomes visible. */
function pause(ms: number, stop: AbortSignal) {
  return new Promise<void>((resolve) => {
    const end = new AbortController()
    const go = () => {
      clearTimeout(timer)
      forget()
      end.abort()
      resolve()
    }
    const timer = setTimeout(go, ms)
    const forget = connection.onReturn(go)
    document.addEventListener('visibilitychange', () => !document.hidden && go(), { signal: end.signal })
    stop.addEventListener('abort', go, { signal: end.signal })
  })
}

/**
 * The event stream. Events name what to refetch; a listener must also refetch after a reconnect
 * (`subscribe`), and poll while the stream is down.
 */
export const events = {
  start,
  /** Returns a function that unsubscribes. */
  on<T extends EventType>(type: T, listener: Listener<T>) {
    const typed = listener as (data: unknown) => void // the server has written it by the same type
    const all = listeners.get(type) ?? new Set()
    listeners.set(type, all.add(typed))
    return () => void all.delete(typed)
  },
  /** Whether the stream is open now. */
  isOpen: () => isOpen,
  subscribe(follow: () => void) {
    followers.add(follow)
    return () => void followers.delete(follow)
  },
  /** Keeps the stream open while the tab is hidden, until the returned function is called. */
  keepOpen() {
    keepOpenCount += 1
    return () => {
      keepOpenCount -= 1
    }
  },
}

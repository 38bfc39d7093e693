import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

// The connection of this tab: online state, slow requests and the event stream.

/**
 * The state of the connection: connected; a request pending for two seconds; device offline; server not
 * responding; just reconnected.
 */
export type Connection = 'there' | 'waiting' | 'offline' | 'silent' | 'back'

const seconds = 1000
/** Milliseconds until a request counts as slow and the banner shows it. */
const SLOW_AFTER = 2 * seconds
/** Timeout of a probe in milliseconds. */
const PROBE_TIMEOUT = 2 * seconds
/** Milliseconds between two probes while the server is unreachable. */
const PROBE_INTERVAL = 3 * seconds
/** Milliseconds for which a restored connection is shown. */
const RECONNECTED_FOR = 4 * seconds

const listeners = createListeners()
const returning = createListeners()
let isLost = false
let isBack = false
let waiting = 0
let pendingPing: Promise<boolean> | null = null
let next: ReturnType<typeof setTimeout> | undefined
let reconnected: ReturnType<typeof setTimeout> | undefined

/** Checks whether the server is reachable; concurrent callers share one check. */
function ping(): Promise<boolean> {
  pendingPing ??= probe()
    .then(setReached)
    .finally(() => {
      pendingPing = null
    })
  return pendingPing
}

/** The cheapest request. `navigator.onLine` proves nothing in either direction. */
async function probe() {
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(), PROBE_TIMEOUT)
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: cut.signal })
    return response.ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** A request has failed: whether the server is back must be asked again, and is no longer said. */
function failed() {
  if (isBack) endReconnected()
  void ping()
}

function setReached(reached: boolean) {
  clearTimeout(next)
  if (!reached) next = setTimeout(() => void ping(), PROBE_INTERVAL)
  if (isLost && reached) showReconnected()
  if (!isLost && !reached) lose()
  return reached
}

function lose() {
  isLost = true
  isBack = false
  listeners.notify()
}

function showReconnected() {
  isLost = false
  isBack = true
  reconnected = setTimeout(endReconnected, RECONNECTED_FOR)
  listeners.notify()
  returning.notify()
}

function endReconnected() {
  clearTimeout(reconnected) // of the next reconnection it would end the banner too early
  isBack = false
  listeners.notify()
}

/** Call it when a request starts; call the returned function when the response has arrived. */
function wait() {
  let isSlow = false
  const change = (slow: boolean) => {
    if (isSlow === slow) return
    isSlow = slow
    waiting += slow ? 1 : -1
    listeners.notify()
  }
  const timer = setTimeout(() => {
    change(true)
    void ping()
  }, SLOW_AFTER)
  return () => {
    clearTimeout(timer)
    change(false)
  }
}

function state(): Connection {
  if (isLost) return navigator.onLine ? 'silent' : 'offline'
  if (waiting > 0) return 'waiting'
  return isBack ? 'back' : 'there'
}

/** Listens to the browser's online events, which trigger a check. */
function watch() {
  for (const hint of ['online', 'offline']) addEventListener(hint, () => void ping())
  document.addEventListener('visibilitychange', () => isLost && !document.hidden && void ping())
}

/** Whether the server can be reached, for the whole tab. */
export const connection = {
  state,
  wait,
  watch,
  ping,
  failed,
  /** A request was answered: the server is reachable. */
  answered: () => void (isLost && setReached(true)),
  subscribe: listeners.subscribe,
  /** Calls back whenever the server is reachable again; returns a function that stops it. */
  onReturn: returning.subscribe,
}

/** The state of the connection. */
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.state)

/** Whether the server is unreachable for any reason. */
export const useIsDisconnected = () => ['offline', 'silent'].includes(useConnection())

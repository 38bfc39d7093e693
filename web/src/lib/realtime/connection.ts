// The connection of this tab: online state, slow requests and the event stream.

/**
 * How it stands between this tab and the server: there; a call that has waited for two seconds; the device without a
 * network; a server that does not answer; just back.
 */
export type Connection = 'there' | 'waiting' | 'offline' | 'silent' | 'back'

const seconds = 1000
/** Milliseconds until a request counts as slow and the screen says so. */
const PATIENCE = 2 * seconds
/** Milliseconds that the server has to answer a probe. */
const PROBE = 2 * seconds
/** Milliseconds between two probes while the server is away. */
const PAUSE = 3 * seconds
/** Milliseconds for which a restored connection is shown. */
const WELCOME = 4 * seconds

const listeners = new Set<() => void>()
const returning = new Set<() => void>()
let isLost = false
let isBack = false
let waiting = 0
let looking: Promise<boolean> | null = null
let next: ReturnType<typeof setTimeout> | undefined

const notify = () => {
  for (const listener of listeners) listener()
}

/** Looks whether the server is there, once at a time however many ask. */
function ping(): Promise<boolean> {
  looking ??= probe()
    .then(settle)
    .finally(() => {
      looking = null
    })
  return looking
}

/** The cheapest call there is. That the device has a network, or none, is no proof of anything. */
async function probe() {
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(), PROBE)
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: cut.signal })
    return response.ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

function settle(reached: boolean) {
  clearTimeout(next)
  if (!reached) next = setTimeout(() => void ping(), PAUSE)
  if (isLost && reached) welcome()
  if (!isLost && !reached) lose()
  return reached
}

function lose() {
  isLost = true
  isBack = false
  notify()
}

function welcome() {
  isLost = false
  isBack = true
  setTimeout(() => {
    isBack = false
    notify()
  }, WELCOME)
  notify()
  for (const listener of returning) listener()
}

/** Call it when a request begins; call the returned function when the response is there. */
function wait() {
  let isSlow = false
  const change = (slow: boolean) => {
    if (isSlow === slow) return
    isSlow = slow
    waiting += slow ? 1 : -1
    notify()
  }
  const timer = setTimeout(() => {
    change(true)
    void ping()
  }, PATIENCE)
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

/** Follows the online events of the browser, which are a hint to check. */
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
  /** A call was answered: the server is there. */
  answered: () => void (isLost && settle(true)),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Calls back whenever the server can be reached again; answers how to stop that. */
  onReturn(listener: () => void) {
    returning.add(listener)
    return () => void returning.delete(listener)
  },
}

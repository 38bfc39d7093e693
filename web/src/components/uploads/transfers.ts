// Files on their way to the server, which go on whatever screen one is on.
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { ApiError, type CallOptions } from '../../lib/api/apiRequest.ts'
import { newKey } from '../../lib/api/newKey.ts'

/** A file to be sent. */
export interface Sending {
  name: string
  size: number
  /** What it belongs to, for the screen that shows it there. */
  place: { screen: string; parent: number | null }
  /** Why it is not sent at all, as a text. */
  refused?: string
  /** Sends it; the key is the same at every try, so that it arrives once. */
  send: (key: string, options: CallOptions) => Promise<unknown>
}

/** A file on its way. */
export interface Transfer extends Sending {
  key: string
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'refused'
  /** Share that is sent, 0 to 1. */
  share: number
  error?: ErrorBody
}

/** Files that are sent at the same time. */
const AT_ONCE = 2

let all: readonly Transfer[] = []
const listeners = new Set<() => void>()
const stops = new Map<string, AbortController>()

function set(next: readonly Transfer[]) {
  all = next
  for (const listener of listeners) listener()
}
const change = (key: string, part: Partial<Transfer>) =>
  set(all.map((one) => (one.key === key ? { ...one, ...part } : one)))

/** Sends what waits, as many as may be sent at once. */
function goOn() {
  const sending = all.filter(({ state }) => state === 'sending').length
  const next = all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - sending))
  for (const transfer of next) void send(transfer)
}

async function send({ key, send }: Transfer) {
  const stop = new AbortController()
  stops.set(key, stop)
  change(key, { state: 'sending', share: 0 })
  try {
    await send(key, { signal: stop.signal, onProgress: (share) => change(key, { share }) })
    change(key, { state: 'done', share: 1 })
  } catch (error) {
    const body = error instanceof ApiError ? error.body : { message: 'error.internal' }
    change(key, { state: 'failed', error: body }) // one that was given up is no longer among them
  } finally {
    stops.delete(key)
    goOn()
  }
}

/** All files that are or were on their way since the list was last cleared. */
export const transfers = {
  get: () => all,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  add(files: readonly Sending[]) {
    const added = files.map((file): Transfer => {
      const state = file.refused === undefined ? 'waiting' : 'refused'
      return { ...file, key: newKey(), state, share: 0 }
    })
    set([...all, ...added])
    goOn()
  },
  /** Gives one up, or takes one off the list that did not arrive. */
  cancel(key: string) {
    set(all.filter((one) => one.key !== key))
    stops.get(key)?.abort()
  },
  retry(key: string) {
    change(key, { state: 'waiting', share: 0 })
    goOn()
  },
  /** Takes off the list what is no longer on its way. */
  clear: () => set(all.filter(isOnItsWay)),
}

export const isOnItsWay = ({ state }: Transfer) => state === 'waiting' || state === 'sending'

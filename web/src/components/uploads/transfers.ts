// Uploads, which continue across navigation.
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { useSyncExternalStore } from 'react'
import { ApiError, type CallOptions, newKey } from '../../lib/api/apiRequest.ts'
import { createStore } from '../../lib/listeners.ts'

/** A file to upload. */
export interface Sending {
  name: string
  size: number
  /** The screen and folder that show it. */
  target: { screen: string; parent: number | null }
  /** Why it is rejected without sending, as text. */
  rejection?: string
  /** Uploads it; the key is the same on every retry (idempotency). */
  send: (key: string, options: CallOptions) => Promise<unknown>
}

/** An upload. */
export interface Transfer extends Sending {
  key: string
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'refused'
  /** Sent fraction, 0 to 1. */
  share: number
  error?: ErrorBody
}

/** Concurrent uploads. */
const CONCURRENCY = 2

const { get, set, subscribe } = createStore<readonly Transfer[]>([])
const stops = new Map<string, AbortController>()

const change = (key: string, part: Partial<Transfer>) =>
  set(get().map((one) => (one.key === key ? { ...one, ...part } : one)))

/** Starts pending uploads up to the limit. */
function startPending() {
  const sending = get().filter(({ state }) => state === 'sending').length
  const next = get()
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, CONCURRENCY - sending))
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
    change(key, { state: 'failed', error: body }) // a cancelled one is no longer in the list
  } finally {
    stops.delete(key)
    startPending()
  }
}

/** All uploads since the list was last cleared. */
export const transfers = {
  get,
  subscribe,
  add(files: readonly Sending[]) {
    const added = files.map((file): Transfer => {
      const state = file.rejection === undefined ? 'waiting' : 'refused'
      return { ...file, key: newKey(), state, share: 0 }
    })
    set([...get(), ...added])
    startPending()
  },
  /** Cancels an upload, or removes a failed one from the list. */
  cancel(key: string) {
    set(get().filter((one) => one.key !== key))
    stops.get(key)?.abort()
  },
  retry(key: string) {
    change(key, { state: 'waiting', share: 0 })
    startPending()
  },
  /** Aborts all uploads and empties the list. */
  abort() {
    set([])
    for (const stop of stops.values()) stop.abort()
  },
  /** Removes finished uploads from the list. */
  clear: () => set(get().filter(isUploading)),
}

export const isUploading = ({ state }: Transfer) => state === 'waiting' || state === 'sending'

/** The current uploads. */
export const useTransfers = () => useSyncExternalStore(transfers.subscribe, transfers.get)

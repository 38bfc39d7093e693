import { newKey } from '../api/apiRequest.ts'
import { createListeners } from '../listeners.ts'
import { storeOrShowError } from '../offline/cache.ts'
import { appBase } from '../router/appBase.ts'
import { session } from '../session/session.ts'
import { storage } from '../session/storage.ts'

/**
 * A request that must be carried out exactly once, with its idempotency key. Stored until the server has
 * responded, across lost connections and reloads, so that every retry is the same request.
 */
export interface Intent<Body> {
  key: string
  body: Body
  /** Creation time, milliseconds since 1970. */
  at: number
}

/**
 * The server stores keys for two days; a later retry would be carried out again. Half of that leaves room
 * for clock differences.
 */
const REPEATABLE = 24 * 3600_000
/** Whether it is too old to be sent again, because it may have been carried out. */
export const isExpired = ({ at }: Intent<unknown>) => !(Math.abs(Date.now() - at) < REPEATABLE)

// Per owner: the next user of the device has no pending requests, nor has a user moved to another partner.
const nameOf = (what: string) => `${appBase.keys}intent:${session.owner()}:${what}`

/** The subjects of all pending requests. */
export const pendingIntents = () =>
  Object.keys(storage)
    .filter((name) => name.startsWith(nameOf('')))
    .map((name) => name.slice(nameOf('').length))

/** The pending request of a subject. */
export function pendingIntent<Body>(what: string): Intent<Body> | null {
  const stored = storage.getItem(nameOf(what))
  return stored ? (JSON.parse(stored) as Intent<Body>) : null // written below
}

/** The pending request, or this new one, which is stored before it is sent; null, with an error, when storage is full. */
export function saveIntent<Body>(what: string, body: Body): Intent<Body> | null {
  const pending = pendingIntent<Body>(what)
  if (pending) return pending
  const intent = { key: newKey(), body, at: Date.now() }
  return storeOrShowError(nameOf(what), JSON.stringify(intent)) ? intent : null
}

const settled = createListeners()

/** Whether this request still has no response, here or in another tab. */
export const isPendingIntent = (what: string, { key }: Intent<unknown>) => pendingIntent(what)?.key === key

/** Removes a request after its response, success or error. A newer request of another tab stays. */
export function clearIntent(what: string, intent: Intent<unknown>) {
  if (!isPendingIntent(what, intent)) return
  storage.removeItem(nameOf(what))
  settled.notify()
}

/** Calls back when another screen or tab got its response; returns a function that stops it. */
export function onIntentSettled(what: string, then: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => key === nameOf(what) && newValue === null && then()
  const unsubscribe = settled.subscribe(() => pendingIntent(what) === null && then())
  addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
    removeEventListener('storage', onStorage)
  }
}

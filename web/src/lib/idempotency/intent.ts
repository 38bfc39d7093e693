import { newKey } from '../api/newKey.ts'
import { appBase } from '../router/appBase.ts'
import { session } from '../session/session.ts'

/**
 * What somebody has decided to do once, under the key that makes it happen once. Kept until the server has answered,
 * over lost connections and reloads, so that every further try is the same one.
 */
export interface Intent<Body> {
  key: string
  body: Body
  /** Milliseconds since 1970 at which it was decided. */
  at: number
}

/** The server knows keys for two days: what is sent later than that happens once more. Half of it leaves room for clocks. */
const REPEATABLE = 24 * 3600_000
/** Whether it may have been done in a time that nobody remembers, so that it must not be sent again. */
export const isExpired = ({ at }: Intent<unknown>) => !(Math.abs(Date.now() - at) < REPEATABLE)

// Of one user alone: whoever signs in next on this device has decided nothing.
const nameOf = (what: string) => `${appBase.keys}intent:${session.username()}:${what}`

/** What there are intents about that have not been answered. */
export const pendingIntents = () =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(nameOf('')))
    .map((name) => name.slice(nameOf('').length))

/** The intent that has not been answered yet. */
export function pendingIntent<Body>(what: string): Intent<Body> | null {
  const stored = localStorage.getItem(nameOf(what))
  return stored ? (JSON.parse(stored) as Intent<Body>) : null // written below
}

/** The pending intent, or this new one, which is stored before anything is sent. */
export function saveIntent<Body>(what: string, body: Body): Intent<Body> {
  const pending = pendingIntent<Body>(what)
  if (pending) return pending
  const intent = { key: newKey(), body, at: Date.now() }
  localStorage.setItem(nameOf(what), JSON.stringify(intent))
  return intent
}

/** It was answered, well or badly: the next one is another. What another tab has decided since stays. */
export function clearIntent(what: string, { key }: Intent<unknown>) {
  if (pendingIntent(what)?.key === key) localStorage.removeItem(nameOf(what))
}

/** Calls back when another tab has had its answer; answers how to stop. */
export function onIntentSettled(what: string, then: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => key === nameOf(what) && newValue === null && then()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

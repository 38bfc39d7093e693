import { newKey } from '../net/newKey.ts'
import { door } from '../router/door.ts'
import { session } from './session.ts'

/**
 * What somebody has decided to do once, under the key that makes it happen once. Kept until the server has answered,
 * over lost connections and reloads, so that every further try is the same one.
 */
export interface Intent<Body> {
  key: string
  body: Body
}

// Of one user alone: whoever signs in next on this device has decided nothing.
const nameOf = (what: string) => `${door.keys}intent:${session.username()}:${what}`

/** The intent that has not been answered yet. */
export function pendingIntent<Body>(what: string): Intent<Body> | null {
  const kept = localStorage.getItem(nameOf(what))
  return kept ? (JSON.parse(kept) as Intent<Body>) : null // written below
}

/** The pending intent, or this new one, kept before anything is sent. */
export function intend<Body>(what: string, body: Body): Intent<Body> {
  const pending = pendingIntent<Body>(what)
  if (pending) return pending
  const intent = { key: newKey(), body }
  localStorage.setItem(nameOf(what), JSON.stringify(intent))
  return intent
}

/** It was answered, well or badly: the next one is another. */
export const settleIntent = (what: string) => localStorage.removeItem(nameOf(what))

import { ApiError } from '../api/apiRequest.ts'
import { shownError } from '../api/shownError.ts'
import { session } from '../session/session.ts'
import { storage } from '../session/storage.ts'

/** A cached response and the time of its request in milliseconds since 1970. */
export interface Cached<T> {
  data: T
  at: number
}

/**
 * Most characters in the cache; the entries read longest ago are evicted. Browsers allow more than twice
 * as much.
 */
const MAX_CHARACTERS = 1_000_000

const nameOf = (what: string) => session.userKey(`seen:${what}`)
const atOf = (stored: string) => Number.parseInt(stored, 10)

/** The cached response, if there is one. */
export function lastCached<T>(what: string): Cached<T> | null {
  const stored = storage.getItem(nameOf(what))
  if (!stored) return null
  return { at: atOf(stored), data: JSON.parse(stored.slice(stored.indexOf(' '))) as T } // written below
}

/**
 * Caches the response of a call. Nothing is cached after signing out; a 403, 404 or 422 removes the
 * entry.
 */
export async function cacheAnswer<T>(what: string, call: () => Promise<T>): Promise<T> {
  const token = session.token()
  try {
    const answer = await call()
    if (token !== null && token === session.token())
      store(nameOf(what), `${Date.now()} ${JSON.stringify(answer)}`)
    return answer
  } catch (error) {
    if (isNotAvailable(error)) storage.removeItem(nameOf(what))
    throw error
  }
}

/** The server has responded that the data is not available. */
const isNotAvailable = (error: unknown) =>
  error instanceof Error && 'status' in error && [403, 404, 422].includes(Number(error.status))

/** Stores what is worth more than cached responses, which make room for it. Returns false when storage is full. */
export function storeFirst(name: string, text: string): boolean {
  if (isStored(name, text)) return true
  evict(MAX_CHARACTERS)
  return isStored(name, text)
}

/** As {@link storeFirst}, for what the user must know about: shows an error when storage is full. */
export function storeOrShowError(name: string, text: string): boolean {
  const isDone = storeFirst(name, text)
  if (!isDone) shownError.show(new ApiError(0, { message: 'error.device_full' }))
  return isDone
}

function store(name: string, text: string) {
  storage.removeItem(name)
  evict(text.length)
  isStored(name, text) // if not, the response is returned uncached
}

function isStored(name: string, text: string) {
  try {
    storage.setItem(name, text)
    return true
  } catch {
    return false
  }
}

function evict(needed: number) {
  const all = Object.keys(storage)
    .filter((name) => name.startsWith(nameOf('')))
    .map((name) => ({ name, stored: storage.getItem(name) ?? '' }))
    .sort((a, b) => atOf(a.stored) - atOf(b.stored))
  let total = all.reduce((sum, { stored }) => sum + stored.length, needed)
  for (const { name, stored } of all) {
    if (total <= MAX_CHARACTERS) return
    storage.removeItem(name)
    total -= stored.length
  }
}

import type { Device } from '@kontor/contract/lib/http/device'
import type { signInFactors, signInOutcomes } from '@kontor/contract/users/signIns'

/** A sign-in attempt to be logged. */
export interface Entry extends Device {
  at: Date
  user_id: number | null
  /** Only the username of an existing user. */
  username: string | null
  outcome: keyof typeof signInOutcomes
  factor: keyof typeof signInFactors | null
  address: string
  attempts: number
}

/** Failed attempts per minute that are stored one by one, of one network and of all. Further ones are only counted. */
export const MAX_STORED = { network: 30, all: 300 } as const
/** Entries that wait while the database is unavailable: one statement writes them, with ten of at most 65,535 values each. */
export const MAX_WAITING = 5000
const MINUTE = 60_000
const EVERYBODY = ''

/**
 * Buffers the log of sign-ins. An attacker can cause only a few rows a minute: further attempts are counted in one row
 * of their network, or of all, which is written after the minute. Successful sign-ins are always stored.
 */
export function createSignInBuffer() {
  let waiting: Entry[] = []
  let minute = 0
  const written = new Map<string, number>()
  const sums = new Map<string, Entry>()

  /** Resets the counts at a new minute. */
  const turnTo = (time: number) => {
    if (Math.floor(time / MINUTE) === minute) return
    minute = Math.floor(time / MINUTE)
    endMinute()
  }
  const endMinute = () => {
    waiting.push(...sums.values())
    for (const map of [written, sums]) map.clear()
  }

  return {
    /** Adds an attempt from a network, see `networkOf`. */
    add(entry: Entry, network: string) {
      turnTo(entry.at.getTime())
      if (entry.outcome === 'ok') return void waiting.push(entry)
      const full = [
        { key: EVERYBODY, max: MAX_STORED.all },
        { key: network, max: MAX_STORED.network },
      ].find(({ key, max }) => (written.get(key) ?? 0) >= max)
      if (!full) {
        for (const key of [EVERYBODY, network]) written.set(key, (written.get(key) ?? 0) + 1)
        return void waiting.push(entry)
      }
      const sum = sums.get(full.key)
      if (sum) sum.attempts += 1
      else sums.set(full.key, { ...entry, user_id: null, username: null, factor: null })
    },
    /** Buffers the counts of the current minute too. */
    endMinute,
    /** Returns and removes the buffered entries. */
    take(time: number): Entry[] {
      turnTo(time)
      const entries = waiting
      waiting = []
      return entries
    },
    /** Buffers entries again that could not be written; keeps the latest `MAX_WAITING`. */
    putBack(entries: readonly Entry[]) {
      waiting = [...entries, ...waiting].slice(-MAX_WAITING)
    },
  }
}

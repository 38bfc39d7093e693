import type { Device } from '@kontor/contract/lib/http/device'
import type { signInFactors, signInOutcomes } from '@kontor/contract/users/signIns'

/** A try to come in, as it is written down. */
export interface Entry extends Device {
  at: Date
  user_id: number | null
  /** Only ever the name of an existing user. */
  username: string | null
  outcome: keyof typeof signInOutcomes
  factor: keyof typeof signInFactors | null
  address: string
  attempts: number
}

/** Failed attempts stored one by one in a minute, of one network and of all. Further ones are only counted. */
export const KEPT = { network: 30, all: 300 } as const
const MINUTE = 60_000
const EVERYBODY = ''

/**
 * What is to be written next. A stranger can make it no longer than a few rows a minute: what comes beyond is counted in
 * one row of its network, or of everybody, that is written when the minute is over. Who gets in is always kept.
 */
export function entryBook() {
  let waiting: Entry[] = []
  let minute = 0
  const written = new Map<string, number>()
  const sums = new Map<string, Entry>()

  /** Begins to count anew when a minute is over. */
  const turnTo = (time: number) => {
    if (Math.floor(time / MINUTE) === minute) return
    minute = Math.floor(time / MINUTE)
    waiting.push(...sums.values())
    for (const map of [written, sums]) map.clear()
  }

  return {
    /** Notes a try from a network, see `networkOf`. */
    add(entry: Entry, network: string) {
      turnTo(entry.at.getTime())
      if (entry.outcome === 'ok') return void waiting.push(entry)
      const full = [
        { key: EVERYBODY, most: KEPT.all },
        { key: network, most: KEPT.network },
      ].find(({ key, most }) => (written.get(key) ?? 0) >= most)
      if (!full) {
        for (const key of [EVERYBODY, network]) written.set(key, (written.get(key) ?? 0) + 1)
        return void waiting.push(entry)
      }
      const sum = sums.get(full.key)
      if (sum) sum.attempts += 1
      else sums.set(full.key, { ...entry, user_id: null, username: null, factor: null })
    },
    /** Everything since the last time; at the end also what a minute that is not over has counted. */
    take(time: number, isEnd = false): Entry[] {
      turnTo(isEnd ? time + MINUTE : time)
      const taken = waiting
      waiting = []
      return taken
    },
  }
}

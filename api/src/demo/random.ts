/** A seeded random generator: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** True with the given probability from 0 to 1. */
  chance(probability: number): boolean
  /** One entry of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** `count` different entries in the list's order; the whole list when it is shorter. */
  some<T>(list: readonly T[], count: number): T[]
}

/** A generator for demo data (mulberry32); not for secrets. */
export function seeded(seed: number): Random {
  let state = seed
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  function pick<T>(list: readonly T[]): T {
    const [chosen] = list.slice(int(0, list.length - 1))
    if (chosen === undefined) throw new Error('Nothing to pick from')
    return chosen
  }

  function some<T>(list: readonly T[], count: number): T[] {
    let remaining = Math.min(count, list.length)
    return list.filter((_, i) => {
      const isChosen = next() * (list.length - i) < remaining
      if (isChosen) remaining -= 1
      return isChosen
    })
  }

  return { int, pick, some, chance: (probability) => next() < probability }
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A time within the last `days` days, in office hours of Podgorica, never on a Sunday or after `now`. */
export function officeMoment(random: Random, now: Date, days: number): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const moment = new Date(
    midnight - random.int(0, days - 3) * DAY_MS + random.int(6 * 60, 14 * 60) * MINUTE_MS,
  )
  if (moment > now) moment.setTime(moment.getTime() - DAY_MS)
  if (moment.getUTCDay() === 0) moment.setTime(moment.getTime() - DAY_MS)
  return moment
}

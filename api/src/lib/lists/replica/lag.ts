/** Positions of the primary that are stored: an hour of checks. */
const MAX_SAMPLES = 3600

/**
 * How long a replica has been behind, in ms. Clocks of two servers differ, and the last change may be long ago, so the
 * lag is measured here: it begins when the primary was first seen at a position that the replica has not reached.
 */
export class Lag {
  /** Positions of the primary that the replica has not reached, with the time of the check. */
  #ahead: { at: number; since: number }[] = []
  readonly #most: number
  #now = 0

  /** `most`: acceptable lag in ms. */
  constructor(most: number) {
    this.#most = most
  }

  /** Records the positions of both servers; the primary's must be read first. */
  see(first: number, replica: number, now = performance.now()) {
    if (this.#ahead.length < MAX_SAMPLES) this.#ahead.push({ at: first, since: now })
    this.#ahead = this.#ahead.filter(({ at }) => at > replica)
    this.#now = now
  }

  get ms() {
    return this.#now - (this.#ahead[0]?.since ?? this.#now)
  }

  get isTooMuch() {
    return this.ms > this.#most
  }
}

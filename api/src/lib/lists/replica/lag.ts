/** Positions of the primary that are stored: an hour of checks. */
const MAX_SAMPLES = 3600

/**
 * How long a replica has been behind, in ms. Clocks of two servers differ, and the last change may be long ago, so the
 * lag is measured here: it begins when the primary was first seen at a position that the replica has not reached.
 */
export class Lag {
  /** Positions of the primary that the replica has not reached, with the time of the check. */
  #ahead: { walPosition: number; since: number }[] = []
  readonly #maxMs: number
  #now = 0

  /** `maxMs`: acceptable lag in ms. */
  constructor(maxMs: number) {
    this.#maxMs = maxMs
  }

  /** Records the positions of both servers; the primary's must be read first. */
  record(primary: number, replica: number, now = performance.now()) {
    if (this.#ahead.length < MAX_SAMPLES) this.#ahead.push({ walPosition: primary, since: now })
    this.#ahead = this.#ahead.filter(({ walPosition }) => walPosition > replica)
    this.#now = now
  }

  get ms() {
    return this.#now - (this.#ahead[0]?.since ?? this.#now)
  }

  get isTooMuch() {
    return this.ms > this.#maxMs
  }
}

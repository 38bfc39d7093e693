/** Places of the first server that are remembered: an hour of looks. */
const MOST = 3600

/**
 * How long a replica has been behind. The clocks of two servers say nothing of it, nor does the time of the last change,
 * which on a quiet evening is long ago: it is behind since the first server was first seen to be further than it is now.
 */
export class Lag {
  /** Where the first server was seen, and when, as long as the replica has not come there. */
  #ahead: { at: number; since: number }[] = []
  readonly #most: number
  #now = 0

  /** `most`: milliseconds that are not too much. */
  constructor(most: number) {
    this.#most = most
  }

  /** Takes note of where both are: the first server, asked before, and the replica. */
  see(first: number, replica: number, now = performance.now()) {
    if (this.#ahead.length < MOST) this.#ahead.push({ at: first, since: now })
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

/** Twice as long after each attempt, from 5 s to 15 minutes and never all at once; no sooner than was asked for. */
export function secondsUntilNext(attempts: number, asked = 0, random = Math.random()) {
  const own = Math.min(5 * 2 ** (attempts - 1), 900)
  return Math.max(own, asked) * (1 + random / 2)
}

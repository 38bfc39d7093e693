/** Seconds until the next attempt: doubled after each, from 5 s to 15 minutes, with jitter, and not before `retryAfter`. */
export function secondsUntilNext(attempts: number, retryAfter = 0, random = Math.random()) {
  const backoff = Math.min(5 * 2 ** (attempts - 1), 900)
  return Math.max(backoff, retryAfter) * (1 + random / 2)
}

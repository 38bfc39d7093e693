import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work before other requests run. */
const SLICE = 10

/**
 * Divides long work: between its pieces, `if (slice.isOver()) await slice.next()` lets other requests run. By time and not
 * by number, because a piece takes many times as long where the processors are shared.
 */
export function timeSlices() {
  let since = performance.now()
  return {
    isOver: () => performance.now() - since >= SLICE,
    async next() {
      await setImmediate()
      since = performance.now()
    },
  }
}

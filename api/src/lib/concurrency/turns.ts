import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work before other requests run. */
const TURN = 10

/**
 * Divides long work: between its pieces, `if (turn.isOver()) await turn.next()` lets other requests run. By time and not
 * by number, because a piece takes many times as long where the processors are shared.
 */
export function turns() {
  let since = performance.now()
  return {
    isOver: () => performance.now() - since >= TURN,
    async next() {
      await setImmediate()
      since = performance.now()
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'

/** Waits for `work`, `ms` milliseconds at most; then resolves to undefined. The timer does not keep the process running. */
export const waitAtMost = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, pause(ms, undefined, { ref: false })])

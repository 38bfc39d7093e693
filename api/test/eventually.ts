import { vi } from 'vitest'

/** Waits until an expectation passes. Vitest's default timeout of a second is too short for a busy machine. */
export const eventually = <T>(expectation: () => T | Promise<T>) =>
  vi.waitFor(expectation, { timeout: 60_000, interval: 20 })

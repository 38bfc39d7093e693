import { vi } from 'vitest'

/** Waits until an expectation holds. Vitest's own waits a second, which on a busy machine is nothing. */
export const eventually = <Cached>(expectation: () => Cached | Promise<Cached>) =>
  vi.waitFor(expectation, { timeout: 60_000, interval: 20 })

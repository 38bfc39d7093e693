import type { ErrorBody } from '@kontor/contract/lib/http/errors'

let shown: ErrorBody | null = null
const listeners = new Set<() => void>()

/** The error on screen; a newer one replaces it. */
export const shownError = {
  get: () => shown,
  set(next: ErrorBody | null) {
    shown = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

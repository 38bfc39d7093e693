import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { createListeners } from '../listeners.ts'

let shown: ErrorBody | null = null
const listeners = createListeners()

/** The error on screen; a newer one replaces it. */
export const shownError = {
  get: () => shown,
  set(next: ErrorBody | null) {
    shown = next
    listeners.notify()
  },
  subscribe: listeners.subscribe,
}

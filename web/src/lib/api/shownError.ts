import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { createListeners } from '../listeners.ts'
import { ApiError } from './apiRequest.ts'

let shown: ErrorBody | null = null
const listeners = createListeners()

function set(next: ErrorBody | null) {
  shown = next
  listeners.notify()
}

/** The error in the dialog on screen; a newer one replaces it. */
export const shownError = {
  get: () => shown,
  /** Shows why a call failed. */
  show: (error: unknown) => set(error instanceof ApiError ? error.body : { message: 'error.internal' }),
  close: () => set(null),
  subscribe: listeners.subscribe,
}

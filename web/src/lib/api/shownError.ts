import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { createStore } from '../listeners.ts'
import { ApiError } from './apiRequest.ts'

const { get, set, subscribe } = createStore<ErrorBody | null>(null)

/** The error in the dialog on screen; a newer one replaces it. */
export const shownError = {
  get,
  /** Shows why a call failed. */
  show: (error: unknown) => set(error instanceof ApiError ? error.body : { message: 'error.internal' }),
  close: () => set(null),
  subscribe,
}

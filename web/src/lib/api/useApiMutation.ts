import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { type ApiError, apiRequest, newKey } from './apiRequest.ts'
import { shownError } from './shownError.ts'

/** The input; the idempotency key is added here. */
type MutationInput<R> = Omit<RequestInput<R>, 'idempotencyKey'>

/** Errors after which something is saved: by this request, or by a former attempt. */
const SAVED_NEVERTHELESS = ['error.key_reused', 'error.not_reached']

interface MutationOptions<R extends Route> {
  /** The snackbar after success: a text, or a common key. */
  success?: string
  onDone?: (reply: ResponseBody<R>) => void
  /** Replaces the error dialog. */
  onFailed?: (error: ApiError, input: MutationInput<R>) => void
  onProgress?: (share: number) => void
  /** Called when a request starts; its signal aborts it. */
  signal?: () => AbortSignal
  /** The key of the last attempt, where two routes do the same: a request to one may repeat a request to the other. */
  attempt?: RefObject<string | null>
}

/**
 * Calls a mutating route; afterwards everything on screen is refetched. Idempotent routes get one key until a request has
 * succeeded: a repeated request, corrected meanwhile after a lost response, is not carried out twice unnoticed. A refused
 * one has not been carried out, so the next may have its key; but one before it may still be unanswered.
 */
export function useApiMutation<const R extends Route>(
  route: R,
  { success, onDone, onFailed, onProgress, signal, attempt: shared }: MutationOptions<R> = {},
): UseMutationResult<ResponseBody<R>, ApiError, MutationInput<R>> {
  const queries = useQueryClient()
  const own = useRef<string>(null)
  const attempt = shared ?? own
  const keyed = (input: MutationInput<R>) => {
    attempt.current ??= newKey()
    const key = route.idempotent && { idempotencyKey: attempt.current }
    return { ...input, ...key } as unknown as RequestInput<R> // TypeScript cannot infer it for a generic route
  }
  return useMutation<ResponseBody<R>, ApiError, MutationInput<R>>({
    ...(success && { meta: { success } }),
    mutationFn: (input) =>
      apiRequest(route, keyed(input), {
        ...(onProgress && { onProgress }),
        ...(signal && { signal: signal() }),
      }),
    onSuccess: (reply) => {
      attempt.current = null
      onDone?.(reply)
      return queries.invalidateQueries()
    },
    onError: (error, input) => {
      const isSaved = SAVED_NEVERTHELESS.includes(error.body.message)
      if (isSaved) attempt.current = null
      // The list then shows the progress of its import, or what the first attempt has saved.
      if (error.status === 423 || isSaved) void queries.invalidateQueries()
      if (onFailed) onFailed(error, input)
      else shownError.show(error)
    },
  })
}

import type { Ask, Reply, Route } from '@kontor/contract/kit/api/route'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '../notify/notify.tsx'
import { type CallError, call } from './call.ts'

interface ActOptions<R extends Route> {
  /** The snackbar after success: a text, or the key of one of the kit's. */
  success?: string
  onDone?: (reply: Reply<R>) => void
  /** Instead of the dialog that says why it failed. */
  onFailed?: (error: CallError, input: Ask<R>) => void
  onProgress?: (share: number) => void
  /** Asked when a call begins: what gives it up. */
  signal?: () => AbortSignal
}

/** Calls a route that changes something; afterwards everything on screen is read again. */
export function useAct<const R extends Route>(
  route: R,
  { success, onDone, onFailed, onProgress, signal }: ActOptions<R> = {},
): UseMutationResult<Reply<R>, CallError, Ask<R>> {
  const queries = useQueryClient()
  return useMutation<Reply<R>, CallError, Ask<R>>({
    mutationFn: (input) =>
      call(route, input, { ...(onProgress && { onProgress }), ...(signal && { signal: signal() }) }),
    onSuccess: (reply) => {
      if (success) notify.success(success)
      onDone?.(reply)
      return queries.invalidateQueries()
    },
    onError: (error, input) => {
      if (error.status === 423) void queries.invalidateQueries() // the list then says how far its import is
      if (onFailed) onFailed(error, input)
      else notify.failure(error)
    },
  })
}

import type { Ask, Reply, Route } from '@kontor/contract/kit/api/route'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { notify } from '../notify/notify.tsx'
import { type CallError, call, isUnanswered } from './call.ts'
import { newKey } from './newKey.ts'

/** What is passed; the key of what happens once is given here. */
type Asked<R> = Omit<Ask<R>, 'idempotencyKey'>

interface ActOptions<R extends Route> {
  /** The snackbar after success: a text, or the key of one of the kit's. */
  success?: string
  onDone?: (reply: Reply<R>) => void
  /** Instead of the dialog that says why it failed. */
  onFailed?: (error: CallError, input: Asked<R>) => void
  onProgress?: (share: number) => void
  /** Asked when a call begins: what gives it up. */
  signal?: () => AbortSignal
}

/**
 * Calls a route that changes something; afterwards everything on screen is read again. What happens once has one key until
 * it is answered: sent again when the answer was lost, and corrected meanwhile, it is not done a second time unseen.
 */
export function useAct<const R extends Route>(
  route: R,
  { success, onDone, onFailed, onProgress, signal }: ActOptions<R> = {},
): UseMutationResult<Reply<R>, CallError, Asked<R>> {
  const queries = useQueryClient()
  const attempt = useRef<string>(null)
  const keyed = (input: Asked<R>) => {
    attempt.current ??= newKey()
    const key = route.idempotent && { idempotencyKey: attempt.current }
    return { ...input, ...key } as unknown as Ask<R> // of a route in general TypeScript cannot tell
  }
  return useMutation<Reply<R>, CallError, Asked<R>>({
    mutationFn: (input) =>
      call(route, keyed(input), { ...(onProgress && { onProgress }), ...(signal && { signal: signal() }) }),
    onSuccess: (reply) => {
      attempt.current = null
      if (success) notify.success(success)
      onDone?.(reply)
      return queries.invalidateQueries()
    },
    onError: (error, input) => {
      if (!isUnanswered(error)) attempt.current = null
      // The list then says how far its import is, or has what the first try has saved.
      if (error.status === 423 || error.body.message === 'error.key_reused') void queries.invalidateQueries()
      if (onFailed) onFailed(error, input)
      else notify.failure(error)
    },
  })
}

import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'

/** A call that sends the selection: the ids under `key`, with further parameters. */
export interface Confirmation<C extends Route> {
  route: C
  key: string
  extra?: Record<string, unknown>
  onAnswer?: (reply: ResponseBody<C>) => void
}

/** Sends ids and then closes. On failure it shows the server's message and changes nothing. */
export function useConfirmCall<C extends Route>(
  confirmation: Confirmation<C> | undefined,
  onDone: () => void,
) {
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: async (ids: number[]) => {
      if (!confirmation) return
      const { route, key, extra, onAnswer } = confirmation
      // `key` is dynamic, so the body's type is only known to the caller.
      onAnswer?.(await apiRequest(route as Route, { body: { ...extra, [key]: ids } } as RequestInput<Route>))
    },
    onSuccess: () => {
      onDone()
      return queries.invalidateQueries()
    },
    onError: shownError.show,
  })
  return { send: useExclusiveCall(sending.mutate), isPending: sending.isPending }
}

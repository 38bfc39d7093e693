import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { useSingleFlight } from '../../../lib/api/useOneAtATime.ts'
import { notify } from '../../ui/snackbar/notify.tsx'

/** A call that sends what was picked: the ids under `key`, beside further parameters. */
export interface Confirmation<C extends Route> {
  route: C
  key: string
  extra?: Record<string, unknown>
  onAnswer?: (reply: ResponseBody<C>) => void
}

/** Sends ids and then closes; a failure is shown with the server's message and leaves everything as it is. */
export function useConfirmCall<C extends Route>(
  confirmation: Confirmation<C> | undefined,
  onDone: () => void,
) {
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: async (ids: number[]) => {
      if (!confirmation) return
      const { route, key, extra, onAnswer } = confirmation
      // The key is the caller's, so the body's type is only known to it.
      onAnswer?.(await apiRequest(route as Route, { body: { ...extra, [key]: ids } } as RequestInput<Route>))
    },
    onSuccess: () => {
      onDone()
      return queries.invalidateQueries()
    },
    onError: notify.failure,
  })
  return { send: useSingleFlight(sending.mutate), isPending: sending.isPending }
}

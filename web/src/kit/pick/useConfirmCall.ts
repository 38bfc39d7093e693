import type { Ask, Reply, Route } from '@kontor/contract/kit/api/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../net/call.ts'
import { useOneAtATime } from '../net/useOneAtATime.ts'
import { notify } from '../notify/notify.tsx'

/** A call that sends what was picked: the ids under `key`, beside further parameters. */
export interface Confirmation<C extends Route> {
  route: C
  key: string
  extra?: Record<string, unknown>
  onAnswer?: (reply: Reply<C>) => void
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
      onAnswer?.(await call(route as Route, { body: { ...extra, [key]: ids } } as Ask<Route>))
    },
    onSuccess: () => {
      onDone()
      return queries.invalidateQueries()
    },
    onError: notify.failure,
  })
  return { send: useOneAtATime(sending.mutate), isPending: sending.isPending }
}

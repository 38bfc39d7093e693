import type { Ask, Reply, Route } from '@kontor/contract/kit/api/route'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type CallError, call } from './call.ts'

interface RouteOptions<R extends Route> {
  enabled?: boolean
  /** Shows the last answer while another input is on its way. */
  keep?: boolean
  /** Milliseconds until it asks again, or none; may depend on the last answer, and on whether there was none. */
  every?: (last: Reply<R> | undefined, hasFailed: boolean) => number | false
  /** Milliseconds for which an answer is good. */
  fresh?: number
  /** Milliseconds after which a newer answer is no longer waited for; the next round asks again. */
  timeOut?: number
  /** Also asks while nobody looks at the tab. */
  hidden?: boolean
}

/** The key under which answers of a route are kept: all of them without an input. */
export const routeKey = (route: Route, input?: unknown) =>
  input === undefined ? [`${route.method} ${route.path}`] : [`${route.method} ${route.path}`, input]

/** What a route answers, kept and refetched by TanStack Query. Fails with CallError. */
export function useRoute<const R extends Route>(
  route: R,
  input: Ask<R>,
  { enabled = true, keep, every, fresh, timeOut, hidden = false }: RouteOptions<R> = {},
): UseQueryResult<Reply<R>, CallError> {
  return useQuery<Reply<R>, CallError>({
    queryKey: routeKey(route, input),
    queryFn: ({ signal, client, queryKey }) =>
      call(route, input, {
        signal:
          timeOut && client.getQueryData(queryKey) // the first is waited for as any other
            ? AbortSignal.any([signal, AbortSignal.timeout(timeOut)])
            : signal,
      }),
    enabled,
    refetchIntervalInBackground: hidden,
    ...(keep && { placeholderData: keepPreviousData }),
    ...(every && { refetchInterval: ({ state }) => every(state.data, state.status === 'error') }),
    ...(fresh !== undefined && { staleTime: fresh }),
  })
}

import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ApiError, apiRequest } from './apiRequest.ts'

interface RouteOptions<R extends Route> {
  enabled?: boolean
  /** Shows the previous data while another input is loading. */
  keepPrevious?: boolean
  /**
   * Polling interval in milliseconds, or false; may depend on the last data and on whether the last
   * request failed.
   */
  refetchInterval?: (last: ResponseBody<R> | undefined, hasFailed: boolean) => number | false
  /** Milliseconds for which data is fresh. */
  staleTime?: number
  /** Milliseconds after which a refetch is aborted; the next poll tries again. */
  timeout?: number
  /** Also refetches while the tab is in the background. */
  refetchIntervalInBackground?: boolean
}

/** The prefix of all query keys of a route, to invalidate them. Not for reading: the cached data has several shapes. */
export const routeKey = (route: Route) => [`${route.method} ${route.path}`]

const keyWith =
  (shape: string) =>
  (route: Route, ...input: [input?: unknown]) => [...routeKey(route), shape, ...input]

/** The query key of a route's response to an input; without an input, the prefix of all such keys. */
export const responseKey = keyWith('answer')

/** The query key of an infinite query of a route, as {@link responseKey}. */
export const pagesKey = keyWith('pages')

/** The query key of one level of a tree, as {@link responseKey}. */
export const levelKey = keyWith('level')

/** The response of a route, cached and refetched by TanStack Query. Fails with ApiError. */
export function useApiQuery<const R extends Route>(
  route: R,
  input: RequestInput<R>,
  {
    enabled = true,
    keepPrevious,
    refetchInterval,
    staleTime,
    timeout,
    refetchIntervalInBackground = false,
  }: RouteOptions<R> = {},
): UseQueryResult<ResponseBody<R>, ApiError> {
  return useQuery<ResponseBody<R>, ApiError>({
    queryKey: responseKey(route, input),
    queryFn: ({ signal, client, queryKey }) =>
      apiRequest(route, input, {
        signal:
          timeout && client.getQueryData(queryKey) // the initial request has no shorter timeout
            ? AbortSignal.any([signal, AbortSignal.timeout(timeout)])
            : signal,
      }),
    enabled,
    refetchIntervalInBackground,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(refetchInterval && {
      refetchInterval: ({ state }) => refetchInterval(state.data, state.status === 'error'),
    }),
    ...(staleTime !== undefined && { staleTime }),
  })
}

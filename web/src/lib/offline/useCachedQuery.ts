// Responses of the server, cached on this device for reading without a network.
import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { hashKey, keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ApiError, apiRequest, isUnanswered } from '../api/apiRequest.ts'
import { responseKey } from '../api/useApiQuery.ts'
import { useIsDisconnected } from '../realtime/connection.ts'
import { type Cached, cacheAnswer, lastCached } from './cache.ts'

interface Options {
  enabled?: boolean
  /** Shows the previous data while another input is loading. */
  keepPrevious?: boolean
  /** One stored response for every input of the query, under this name. */
  storedAs?: string
}

/** The response of a route; the one cached on this device while the server cannot be reached. */
export function useCachedQuery<const R extends Route>(
  route: R,
  input: RequestInput<R>,
  { enabled = true, keepPrevious, storedAs }: Options = {},
): UseQueryResult<ResponseBody<R>, ApiError> {
  const queryKey = responseKey(route, input)
  const what = storedAs ?? hashKey(queryKey)
  const query = useQuery<ResponseBody<R>, ApiError>({
    queryKey,
    queryFn: ({ signal }) => cacheAnswer(what, () => apiRequest(route, input, { signal })),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
  return useCachedFallback(query, what, lastCached<ResponseBody<R>>)
}

interface Query<T> {
  data: T | undefined
  isError: boolean
  isPlaceholderData: boolean
  failureReason: ApiError | null
  dataUpdatedAt: number
}

/** A query; while the server cannot be reached and there is no data yet, with the cached response. */
export function useCachedFallback<T, Q extends Query<T>>(
  query: Q,
  what: string,
  read: (what: string) => Cached<T> | null,
): Q {
  const isDisconnected = useIsDisconnected()
  const hasNoData = query.data === undefined || query.isPlaceholderData
  const failed = query.failureReason
  const needsCache =
    hasNoData && (isDisconnected || (failed !== null && (isUnanswered(failed) || failed.status === 503)))
  const last = useMemo(() => (needsCache ? read(what) : null), [needsCache, what, read])
  if (!last) return query
  return { ...query, data: last.data, dataUpdatedAt: last.at, isError: true, isPlaceholderData: false }
}

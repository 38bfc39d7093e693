// Responses of the server, cached on this device for reading without a network.
import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { hashKey, keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ApiError, apiRequest } from '../api/apiRequest.ts'
import { answerKey } from '../api/useApiQuery.ts'
import { cacheAnswer, lastCached } from './cache.ts'
import { useCachedFallback } from './useCachedFallback.ts'

interface Options {
  enabled?: boolean
  /** Shows the previous data while another input is loading. */
  keepPrevious?: boolean
}

/** The response of a route; the one cached on this device while the server cannot be reached. */
export function useCachedQuery<const R extends Route>(
  route: R,
  input: RequestInput<R>,
  { enabled = true, keepPrevious }: Options = {},
): UseQueryResult<ResponseBody<R>, ApiError> {
  const queryKey = answerKey(route, input)
  const what = hashKey(queryKey)
  const query = useQuery<ResponseBody<R>, ApiError>({
    queryKey,
    queryFn: ({ signal }) => cacheAnswer(what, () => apiRequest(route, input, { signal })),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
  return useCachedFallback(query, what, lastCached<ResponseBody<R>>)
}

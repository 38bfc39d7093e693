import { useMemo } from 'react'
import { type ApiError, isUnanswered } from '../api/apiRequest.ts'
import { useIsDisconnected } from '../realtime/useConnection.ts'
import type { Cached } from './cache.ts'

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

import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { connection } from '../realtime/connection.ts'
import { ApiError } from './apiRequest.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `success` is shown when the mutation has succeeded. */
    mutationMeta: { success?: string }
  }
}

/**
 * The query cache. Errors of the server are not retried, only network failures. Everything is refetched
 * when the server is back. Requests are made even if the browser reports no network.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && isTemporary(error.status),
    },
    mutations: { networkMode: 'always' },
  },
})
connection.onReturn(() => void queryClient.invalidateQueries())

interface Versioned {
  id: number
  version?: number
}

/**
 * Writes a saved record into the cached responses of its list (`queryKey`: rows, or a page with them as
 * `result`) until they are refetched, so that a form opened at once starts with the saved values.
 */
export function showSaved(queries: QueryClient, queryKey: QueryKey, saved: Versioned) {
  const shown = <R extends Versioned>(row: R): R => {
    if (row.id !== saved.id || (row.version ?? 0) >= (saved.version ?? 0)) return row
    const known = Object.entries(saved).filter(([name]) => name in row)
    return { ...row, ...Object.fromEntries(known) }
  }
  queries.setQueriesData<unknown>({ queryKey }, (answer: unknown) => {
    if (Array.isArray(answer)) return (answer as Versioned[]).map(shown)
    const page = answer as { result?: unknown } | undefined
    return Array.isArray(page?.result) ? { ...page, result: (page.result as Versioned[]).map(shown) } : answer
  })
}

const isTemporary = (status: number) => status === 0 || status === 502 || status === 503 || status === 504

/**
 * Refetches everything cached under a key, or everything, because it may have changed. An initial request
 * under way may predate the change; it is not aborted but followed by another one.
 */
export function refetchCached(queries: QueryClient, queryKey: QueryKey = []) {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  void queries.invalidateQueries({ queryKey })
  for (const { promise, queryKey: one } of first) {
    const again = () => void queries.invalidateQueries({ queryKey: one, exact: true })
    promise?.then(again, () => {}) // failed requests are retried automatically or by the user
  }
}

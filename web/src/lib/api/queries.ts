import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { connection } from '../realtime/connection.ts'
import { ApiError } from './apiRequest.ts'

/**
 * What the server has answered, kept for the screens. A refusal is final; only what did not arrive is tried again. All
 * of it is read again when the server is back. A call is made whatever the device says of its network.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && isPassing(error.status),
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
 * Shows a saved record in the cached answers of its list (`queryKey`: rows, or a page with them as `result`) until they
 * are read again, so that a form that is opened at once begins with what was saved.
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

const isPassing = (status: number) => status === 0 || status === 502 || status === 503 || status === 504

/**
 * Reads again what has been answered under a key, or everything, because it may have changed. A first read that is under
 * way may have been made before that, and is not given up for another: it is followed by one.
 */
export function readAgain(queries: QueryClient, queryKey: QueryKey = []) {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  void queries.invalidateQueries({ queryKey })
  for (const { promise, queryKey: one } of first) {
    const again = () => void queries.invalidateQueries({ queryKey: one, exact: true })
    promise?.then(again, () => {}) // what has failed is tried again by itself or by the person
  }
}

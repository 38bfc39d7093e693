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

import { QueryClient } from '@tanstack/react-query'
import { connection } from '../live/connection.ts'
import { CallError } from './call.ts'

/**
 * What the server has answered, kept for the screens. A refusal is final; only what did not arrive is tried again. All
 * of it is read again when the server is back. A call is made whatever the device says of its network.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && error instanceof CallError && isPassing(error.status),
    },
    mutations: { networkMode: 'always' },
  },
})
connection.onReturn(() => void queryClient.invalidateQueries())

const isPassing = (status: number) => status === 0 || status === 502 || status === 503 || status === 504

import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** What the server has answered, kept for the screens. A refusal is final; only what did not arrive is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && error instanceof CallError && isPassing(error.status),
    },
  },
})

const isPassing = (status: number) => status === 0 || status === 502 || status === 503 || status === 504

// seen: what the server has answered, kept on this device to be read without a network. Also entered at
// seen.ts (what is kept), useSeenPages.ts (lists that are read page after page).
import type { Ask, Reply, Route } from '@kontor/contract/kit/api/route'
import { hashKey, keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type CallError, call } from '../net/call.ts'
import { answerKey } from '../net/useRoute.ts'
import { keeping, lastSeen } from './seen.ts'
import { useLastSeen } from './useLastSeen.ts'

interface Options {
  enabled?: boolean
  /** Shows the last answer while another input is on its way. */
  keep?: boolean
}

/** What a route answers and, while the server cannot be reached, what it has answered last on this device. */
export function useSeenRoute<const R extends Route>(
  route: R,
  input: Ask<R>,
  { enabled = true, keep }: Options = {},
): UseQueryResult<Reply<R>, CallError> {
  const queryKey = answerKey(route, input)
  const what = hashKey(queryKey)
  const query = useQuery<Reply<R>, CallError>({
    queryKey,
    queryFn: ({ signal }) => keeping(what, () => call(route, input, { signal })),
    enabled,
    ...(keep && { placeholderData: keepPreviousData }),
  })
  return useLastSeen(query, what, lastSeen<Reply<R>>)
}

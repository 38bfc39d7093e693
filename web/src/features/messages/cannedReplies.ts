import { routesOf } from '@kontor/contract/lib/resources/routes'
import { replies } from '@kontor/contract/resources/replies'
import { containsAll } from '../../components/command-palette/foldedMatch.ts'
import type { Source, Suggestion } from '../../components/editor/mentions/sources.ts'
import { apiRequest } from '../../lib/api/apiRequest.ts'

/** Milliseconds for which the replies that were read are searched again. */
const FRESH = 30_000

/** The canned replies of this kind of text whose names match. */
export const findReplies: Source['find'] = async (typed, { queries, kind }) => {
  const rows = await queries.fetchQuery({
    queryKey: ['searched', 'active', replies.name],
    queryFn: ({ signal }) => apiRequest(routesOf(replies).active, {}, { signal }),
    staleTime: FRESH,
  })
  return rows
    .filter(({ name, used_in }) => ['both', kind].includes(used_in) && containsAll(name, typed))
    .map(({ id, name, text }): Suggestion => ({ key: String(id), name, note: text, text }))
}

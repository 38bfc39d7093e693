import type { Ask, Route } from '@kontor/contract/kit/api/route'
import { listOf } from '@kontor/contract/kit/resource/columns'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { type ListRow, selectRows } from '../list/wholeList.ts'
import { call } from '../net/call.ts'
import { type Finder, SHOWN } from '../palette/finder.ts'
import { formatOf } from '../texts/format.ts'

/** Milliseconds for which a list that was read is searched again. */
const FRESH = 60_000
const byName = { by: 'name', desc: false, filters: {} }

/** Finds records of a plain resource. Their list comes whole and is small: it is read once and searched here. */
export function resourceFinder(resource: Resource): Finder {
  const route: Route = routesOf(resource).index
  const input = { query: {} } as unknown as Ask<Route> // as every list that comes whole is asked
  const list = listOf(resource)
  return async (search, { queries }) => {
    const rows = await queries.fetchQuery({
      queryKey: ['searched', resource.name],
      queryFn: async ({ signal }) => (await call(route, input, { signal })) as ListRow[], // so it answers
      staleTime: FRESH,
    })
    const found = selectRows(rows, list, { ...byName, search }, formatOf('cnr').compare)
    const shown = found.slice(0, SHOWN).map(({ id, name = String(id) }) => ({ id, name, search: name }))
    return { found: shown, total: found.length }
  }
}

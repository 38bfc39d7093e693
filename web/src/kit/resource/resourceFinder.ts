import type { Ask, Route } from '@kontor/contract/kit/api/route'
import { listOf } from '@kontor/contract/kit/resource/columns'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { cellValue, type ListRow, selectRows } from '../list/wholeList.ts'
import { call } from '../net/call.ts'
import { type Finder, finder, SHOWN } from '../palette/finder.ts'
import { formatOf } from '../texts/format.ts'
import { nameOf } from './columns.ts'

/** Milliseconds for which a list that was read is searched again. */
const FRESH = 60_000

/** Finds records of a plain resource. A list that comes whole is small: it is read once and searched here. */
export function resourceFinder(resource: Resource): Finder {
  const show = (row: ListRow) => {
    const name = nameOf(resource, row)
    const whose = resource.parent && cellValue(row, resource.parent.replace(/_id$/, ''))
    return { id: row.id, name, search: name, ...(typeof whose === 'string' && { note: whose }) }
  }
  const routes = routesOf(resource)
  if ('all' in routes) return finder(routes.index, (row) => show(row as ListRow)) // every row has what its list shows
  const route: Route = routes.index
  const input = { query: {} } as unknown as Ask<Route> // as every list that comes whole is asked
  const list = listOf(resource)
  return async (search, { queries }) => {
    const rows = await queries.fetchQuery({
      queryKey: ['searched', resource.name],
      queryFn: async ({ signal }) => (await call(route, input, { signal })) as ListRow[], // so it answers
      staleTime: FRESH,
    })
    const found = selectRows(
      rows,
      list,
      { by: resource.names ?? 'name', desc: false, filters: {}, search },
      formatOf('cnr').compare,
    )
    return { found: found.slice(0, SHOWN).map(show), total: found.length }
  }
}

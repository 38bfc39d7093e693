import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { listOf } from '@kontor/contract/lib/resources/columns'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { formatOf } from '../../lib/i18n/format.ts'
import { createSearch, MAX_RESULTS, type RecordSearch } from '../command-palette/finder.ts'
import { selectRows } from '../data-table/list-page/wholeList.ts'
import { cellValue, type ListRow } from '../data-table/listRow.ts'
import { rowName } from './columns.ts'

/** Milliseconds for which a loaded list is searched again. */
const STALE_MS = 60_000

/** Searches records of a generated resource. A whole list is small: it is loaded once and searched here. */
export function resourceSearch(resource: Resource): RecordSearch {
  const show = (row: ListRow) => {
    const name = rowName(resource, row)
    const whose = resource.parent && cellValue(row, resource.parent.replace(/_id$/, ''))
    return { id: row.id, name, search: name, ...(typeof whose === 'string' && { note: whose }) }
  }
  const routes = routesOf(resource)
  if ('all' in routes) return createSearch(routes.index, (row) => show(row as ListRow)) // every row has the list's fields
  const route: Route = routes.index
  const input = { query: {} } as unknown as RequestInput<Route> // the input of every whole list
  const list = listOf(resource)
  return async (search, { queries }) => {
    const rows = await queries.fetchQuery({
      queryKey: ['searched', resource.name],
      queryFn: async ({ signal }) => (await apiRequest(route, input, { signal })) as ListRow[], // the response of every whole list
      staleTime: STALE_MS,
    })
    const found = selectRows(
      rows,
      list,
      { by: resource.names ?? 'name', desc: false, filters: {}, search },
      formatOf('cnr').compare,
    )
    return { found: found.slice(0, MAX_RESULTS).map(show), total: found.length }
  }
}

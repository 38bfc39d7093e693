import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { views } from '@kontor/contract/lib/lists/saved-views'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { refetchCached } from '../../../lib/api/queries.ts'
import { routeKey, useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { baseOf } from '../list-page/listState.ts'
import { selectRows } from '../list-page/wholeList.ts'
import type { ListRow } from '../listRow.ts'
import type { SavedViewsOfList } from './useSavedViews.ts'

/**
 * The number of rows per view, by key: counted by the server for paged lists, locally for whole ones.
 * Requested once the rows are on screen (`shown` is not negative), and refetched with them.
 */
export function useViewTotals(
  listViews: SavedViewsOfList,
  list: ListDefinition,
  rows: Route,
  names: readonly string[],
  shown: number,
) {
  const isPaged = rows.method === 'POST'
  const queries = useQueryClient()
  const isRequested = useRef(false)
  isRequested.current ||= isPaged && shown >= 0
  // `data` is read here, because a query of which nothing is read renders with every change of its state.
  const { data: counted } = useApiQuery(
    views.totals,
    { query: { list: listViews.list } },
    { enabled: isRequested.current, keepPrevious: true },
  )
  // The same query as the rows themselves, so it is made once.
  const { data: whole } = useApiQuery(rows, { query: {} } as unknown as RequestInput<Route>, {
    enabled: !isPaged,
  })
  const isRefetch = useRef(false)
  useEffect(() => {
    if (!isPaged || shown < 0) return
    if (isRefetch.current) refetchCached(queries, routeKey(views.totals))
    isRefetch.current = true // the first request is the query's own
  }, [isPaged, shown, queries])
  return useMemo((): Readonly<Record<string, number | null>> => {
    if (isPaged) return counted?.totals ?? {}
    const all = whole as ListRow[] | undefined // a whole list responds with its rows
    if (!all) return {}
    const count = (view: string) =>
      selectRows(all, list, baseOf(list, view, listViews.preferences), (a, b) => (a < b ? -1 : 1)).length
    return Object.fromEntries(names.map((name) => [name, count(name)]))
  }, [isPaged, counted, whole, list, listViews.preferences, names])
}

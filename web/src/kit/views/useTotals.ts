import type { Ask, Route } from '@kontor/contract/kit/api/route'
import type { ListDefinition } from '@kontor/contract/kit/list/list'
import { views } from '@kontor/contract/kit/views/views'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { baseOf } from '../list/listState.ts'
import { type ListRow, selectRows } from '../list/wholeList.ts'
import { useRefresh } from '../live/useEvents.ts'
import { readAgain } from '../net/queries.ts'
import { routeKey, useRoute } from '../net/useRoute.ts'
import type { ListViews } from './useListViews.ts'

const ALWAYS = [views.index, views.totals]

/**
 * How many rows each view has, by its name: of a paged list as the server counts them, of a whole one as they are here.
 * Told anew with the rows on screen.
 */
export function useTotals(
  kit: ListViews,
  list: ListDefinition,
  rows: Route,
  names: readonly string[],
  shown: number,
) {
  const isPaged = rows.method === 'POST'
  const queries = useQueryClient()
  const asked = useRoute(views.totals, { query: { list: kit.list } }, { enabled: isPaged, keep: true })
  // The same call as that of the rows themselves: it is made once.
  const whole = useRoute(rows, { query: {} } as unknown as Ask<Route>, { enabled: !isPaged })
  useRefresh('views', ALWAYS)
  useEffect(() => {
    if (isPaged && shown >= 0) readAgain(queries, routeKey(views.totals))
  }, [isPaged, shown, queries])
  return useMemo((): Readonly<Record<string, number | null>> => {
    if (isPaged) return asked.data?.totals ?? {}
    const all = whole.data as ListRow[] | undefined // a whole list answers its rows
    if (!all) return {}
    const count = (view: string) =>
      selectRows(all, list, baseOf(list, view, kit.looks), (a, b) => (a < b ? -1 : 1)).length
    return Object.fromEntries(names.map((name) => [name, count(name)]))
  }, [isPaged, asked.data, whole.data, list, kit.looks, names])
}

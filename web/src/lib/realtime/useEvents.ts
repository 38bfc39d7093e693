import type { EventType, EventTypes, WatchedTable } from '@kontor/contract/lib/http/events'
import type { Route } from '@kontor/contract/lib/http/route'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { queryClient, refetchCached } from '../api/queries.ts'
import { routeKey } from '../api/useApiQuery.ts'
import { events } from './events.ts'

/** Whether the event stream is open; while it is not, the tab polls. */
export const useIsLive = () => useSyncExternalStore(events.subscribe, events.isOpen)

/**
 * Polling intervals in ms for data with events: `ms` while there is no event stream or the last request
 * failed, `liveMs` while there is one, for changes without events; false does not poll.
 */
export function usePollingUnlessLive(ms: number, liveMs: number | false = false) {
  const isLive = useIsLive()
  return (_last: unknown, hasFailed: boolean) => (!isLive || hasFailed ? ms : liveMs)
}

/** Keeps the event stream open while the component is mounted. */
export const useEventStream = (path: `/api/${string}`) => useEffect(() => events.start(path), [path])

/**
 * Calls back for every event of a type, or of several, with its data, and without data when events may have
 * been missed. A component listens to the same types for as long as it is mounted.
 */
export function useEvents<T extends EventType>(
  type: T | readonly T[],
  listener: (data?: EventTypes[T]) => void,
) {
  const onEvent = useEffectEvent(listener)
  const [types] = useState<readonly T[]>(typeof type === 'string' ? [type] : type)
  useEffect(() => {
    const stops = [
      ...types.map((one) => events.on(one, (data) => onEvent(data))),
      events.subscribe(() => events.isOpen() && onEvent()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [types])
}

/** Routes to refetch at the end of this tick. */
const due = new Set<Route>()

/** Batches refetches of several components for the same event. */
function refetchSoon(queries: QueryClient, routes: readonly Route[]) {
  if (due.size === 0)
    queueMicrotask(() => {
      for (const route of due) refetchCached(queries, routeKey(route))
      due.clear()
    })
  for (const route of routes) due.add(route)
}

/** Refetches these routes whenever an event of the type, or of one of them, may have changed their responses. */
export function useRefresh(type: EventType | readonly EventType[], routes: readonly Route[]) {
  const queries = useQueryClient()
  useEvents(type, () => refetchSoon(queries, routes))
  useStaleWhenHidden(routes)
}

/** As {@link useRefresh}, for as long as the app runs: what is cached stays fresh while no component shows it. */
export function refreshAlways(type: EventType, routes: readonly Route[]) {
  const refresh = () => refetchSoon(queryClient, routes)
  events.on(type, refresh)
  events.subscribe(() => events.isOpen() && refresh())
}

/** Refetches these routes whenever records of a table have changed. */
export function useRefreshOf(table: WatchedTable, routes: readonly Route[]) {
  const queries = useQueryClient()
  useEvents('records', (data) => (!data || data.tables.includes(table)) && refetchSoon(queries, routes))
  useStaleWhenHidden(routes)
}

/** Refetches these routes every few seconds while they are on screen: their changes have no events. */
export function useRefetching(routes: readonly Route[]) {
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => document.hidden || refetchSoon(queries, routes), 3000)
    return () => clearInterval(timer)
  }, [queries, routes])
}

/** Marks these routes as stale once no component listens to their events. */
export function useStaleWhenHidden(routes: readonly Route[]) {
  const queries = useQueryClient()
  const markStale = useEffectEvent(() => {
    for (const route of routes)
      void queries.invalidateQueries({ queryKey: routeKey(route), refetchType: 'none' })
  })
  useEffect(() => () => markStale(), [])
}

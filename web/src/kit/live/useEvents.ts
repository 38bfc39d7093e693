import type { EventType, EventTypes } from '@kontor/contract/kit/api/events'
import type { Route } from '@kontor/contract/kit/api/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { readAgain } from '../net/queries.ts'
import { routeKey } from '../net/useRoute.ts'
import { events } from './events.ts'

/** Whether the server can tell this tab what happens; while not, asking again and again is the only way. */
export const useIsLive = () => useSyncExternalStore(events.subscribe, events.isOpen)

/** Hears the server while what calls it is on screen. */
export const useEventStream = (path: `/api/${string}`) => useEffect(() => events.start(path), [path])

/** Calls back for every event of a type, with its data, and without when some may have been missed. */
export function useEvents<T extends EventType>(type: T, heard: (data?: EventTypes[T]) => void) {
  const onHeard = useEffectEvent(heard)
  useEffect(() => {
    const stops = [
      events.on(type, (data) => onHeard(data)),
      events.subscribe(() => events.isOpen() && onHeard()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [type])
}

/** Reads what these routes have answered again, whenever the server tells of something that may have changed it. */
export function useRefresh(type: EventType, routes: readonly Route[]) {
  const queries = useQueryClient()
  useEvents(type, () => {
    for (const route of routes) readAgain(queries, routeKey(route))
  })
}

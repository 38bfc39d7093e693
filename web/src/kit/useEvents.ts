import type { EventType, EventTypes } from '@kontor/contract/kit/events'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { events } from './events.ts'

/** Whether the server can tell this tab what happens; while not, asking again and again is the only way. */
export const useIsLive = () => useSyncExternalStore(events.subscribe, events.isOpen)

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

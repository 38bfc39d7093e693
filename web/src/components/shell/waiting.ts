import { useSyncExternalStore } from 'react'

/** How much waits behind a screen, and how that is said; news also stands in the browser's title. */
interface Waiting {
  count: number
  text: string
  isNews?: true
}

const listeners = new Set<() => void>()
let known: Readonly<Record<string, Waiting | undefined>> = {}

/** What waits behind the screens, by their paths; told by the features that have it, shown around every screen. */
export const waiting = {
  set(path: string, waiting: Waiting | undefined) {
    known = { ...known, [path]: waiting }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const useWaiting = () => useSyncExternalStore(waiting.subscribe, () => known)

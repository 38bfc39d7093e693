import { useSyncExternalStore } from 'react'

/** Number of unread items of a screen, and its text; `isNews`: the number is also shown in the document title. */
interface Waiting {
  count: number
  text: string
  isNews?: true
}

const listeners = new Set<() => void>()
let known: Readonly<Record<string, Waiting | undefined>> = {}

/** Unread items by screen path; set by the features, shown around every screen. */
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

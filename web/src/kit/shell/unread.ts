import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let count = 0

/** How many messages wait to be read; told by the feature that has them, shown around every screen. */
export const unread = {
  set(next: number) {
    if (next === count) return
    count = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const useUnread = () => useSyncExternalStore(unread.subscribe, () => count)

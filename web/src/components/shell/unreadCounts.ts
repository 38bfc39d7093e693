import { useSyncExternalStore } from 'react'

/** Number of unread items of a screen, and its text; `isNews`: the number is also shown in the document title. */
interface UnreadCount {
  count: number
  text: string
  isNews?: true
}

const listeners = new Set<() => void>()
let known: Readonly<Record<string, UnreadCount | undefined>> = {}

/** Unread items by screen path; set by the features, shown around every screen. */
export const unreadCounts = {
  set(path: string, unread: UnreadCount | undefined) {
    known = { ...known, [path]: unread }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const useUnreadCounts = () => useSyncExternalStore(unreadCounts.subscribe, () => known)

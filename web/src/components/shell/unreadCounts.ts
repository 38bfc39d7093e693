import { useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/listeners.ts'

/** Number of unread items of a screen, and its text; `isNews`: the number is also shown in the document title. */
interface UnreadCount {
  count: number
  text: string
  isNews?: true
}

const listeners = createListeners()
let known: Readonly<Record<string, UnreadCount | undefined>> = {}

/** Unread items by screen path; set by the features, shown around every screen. */
export const unreadCounts = {
  set(path: string, unread: UnreadCount | undefined) {
    known = { ...known, [path]: unread }
    listeners.notify()
  },
  subscribe: listeners.subscribe,
}

export const useUnreadCounts = () => useSyncExternalStore(unreadCounts.subscribe, () => known)

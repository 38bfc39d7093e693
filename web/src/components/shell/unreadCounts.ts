import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/listeners.ts'

/** Number of unread items of a screen, and its text; `isNews`: the number is also shown in the document title. */
interface UnreadCount {
  count: number
  text: string
  isNews?: true
}

const listeners = createListeners()
let known: Readonly<Record<string, UnreadCount | undefined>> = {}

function set(path: string, unread: UnreadCount | undefined) {
  known = { ...known, [path]: unread }
  listeners.notify()
}

/** Sets the unread items of a screen, by its path, as long as the component is mounted. */
export function useUnreadCount(path: string, { count, text, isNews }: UnreadCount) {
  useEffect(() => {
    set(path, { count, text, isNews })
    return () => set(path, undefined)
  }, [path, count, text, isNews])
}

/** The unread items of all screens by path, shown around every screen. */
export const useUnreadCounts = () => useSyncExternalStore(listeners.subscribe, () => known)

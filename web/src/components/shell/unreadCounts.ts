import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../../lib/listeners.ts'

/** Number of unread items of a screen, and its text; `isNews`: the number is also shown in the document title. */
interface UnreadCount {
  count: number
  text: string
  isNews?: true
}

const known = createStore<Readonly<Record<string, UnreadCount | undefined>>>({})
const set = (path: string, unread: UnreadCount | undefined) => known.set({ ...known.get(), [path]: unread })

/** Sets the unread items of a screen, by its path, as long as the component is mounted. */
export function useUnreadCount(path: string, { count, text, isNews }: UnreadCount) {
  useEffect(() => {
    set(path, { count, text, isNews })
    return () => set(path, undefined)
  }, [path, count, text, isNews])
}

/** The unread items of all screens by path, shown around every screen. */
export const useUnreadCounts = () => useSyncExternalStore(known.subscribe, known.get)

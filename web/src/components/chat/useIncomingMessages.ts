import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A thread as listed. */
interface Thread {
  id: number
  unread: number
  last_message: { message: string } | null
}

/**
 * Watches a list of threads and calls back with those that have a new message of the other side, unless
 * they are on a visible screen. Returns the ids of new threads until they are opened. Threads of the
 * first load are not new.
 */
export function useIncomingMessages<T extends Thread>(
  threads: readonly T[] | undefined,
  chosen: number | null,
  onNews: (threads: T[]) => void,
): ReadonlySet<number> {
  const known = useRef<Map<number, number> | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set<number>())
  const report = useEffectEvent(onNews)
  const isSeen = useEffectEvent((id: number) => id === chosen && !document.hidden)
  useEffect(() => {
    if (!threads) return
    const before = known.current
    known.current = new Map(threads.map(({ id, unread }) => [id, unread]))
    if (!before) return
    const fresh = threads.filter(({ id, last_message }) => !before.has(id) && last_message)
    const unreadThreads = threads.filter(({ id, unread }) => unread > (before.get(id) ?? 0))
    const news = [...new Set([...unreadThreads, ...fresh])].filter(({ id }) => !isSeen(id))
    if (news.length === 0) return
    setMarked((all) => new Set([...all, ...news.map(({ id }) => id)]))
    report(news)
  }, [threads])
  useEffect(() => {
    if (chosen !== null) setMarked((all) => new Set([...all].filter((id) => id !== chosen)))
  }, [chosen])
  return marked
}

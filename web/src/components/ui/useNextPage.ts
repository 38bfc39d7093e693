import { useEffect, useEffectEvent, useRef } from 'react'

interface Pages {
  isError: boolean
  isFetching: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * Loads the next page when the element of `end` scrolls into view, and when `more` is called: after an error only then.
 * Neither happens while something is being read, which the next page would cancel.
 */
export function useNextPage({ isError, isFetching, fetchNextPage }: Pages, rootMargin: string) {
  const end = useRef<HTMLDivElement>(null)
  const more = () => isFetching || void fetchNextPage()
  const onEnd = useEffectEvent(more)
  useEffect(() => {
    if (isFetching || isError || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onEnd(), { rootMargin })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isFetching, isError, rootMargin])
  return { end, more }
}

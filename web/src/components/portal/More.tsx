import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { PlainButton } from '../ui/PlainButton.tsx'
import classes from './card.module.css'

interface MoreProps {
  query: {
    isError: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** The end of a list: loads the next page when it scrolls into view, or by its button; after an error by the button alone. */
export function More({ query: { isError, isFetching, isFetchingNextPage, fetchNextPage } }: MoreProps) {
  const t = useTranslations()
  const endRef = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(() => void fetchNextPage())
  useEffect(() => {
    if (isFetching || isError || !endRef.current) return // the next page would cancel what is being read
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      rootMargin: '400px',
    })
    observer.observe(endRef.current)
    return () => observer.disconnect()
  }, [isFetching, isError])
  return (
    <div ref={endRef} className={classes.more}>
      <PlainButton aria-busy={isFetchingNextPage} onClick={() => isFetching || void fetchNextPage()}>
        {t('portal.more')}
      </PlainButton>
    </div>
  )
}

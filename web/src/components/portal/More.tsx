import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { PlainButton } from '../ui/PlainButton.tsx'
import classes from './card.module.css'

interface MoreProps {
  query: { isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** The end of a list: loads the next page when it scrolls into view, or by its button. */
export function More({ query: { isFetchingNextPage: isLoading, fetchNextPage } }: MoreProps) {
  const t = useTranslations()
  const endRef = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(() => void fetchNextPage())
  useEffect(() => {
    if (isLoading || !endRef.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      rootMargin: '400px',
    })
    observer.observe(endRef.current)
    return () => observer.disconnect()
  }, [isLoading])
  return (
    <div ref={endRef} className={classes.more}>
      <PlainButton aria-busy={isLoading} onClick={() => isLoading || void fetchNextPage()}>
        {t('portal.more')}
      </PlainButton>
    </div>
  )
}

import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { PlainButton } from '../ui/PlainButton.tsx'
import classes from './card.module.css'

interface MoreProps {
  isLoading: boolean
  onMore: () => void
}

/** The end of a list: loads the next page when it scrolls into view, or by its button. */
export function More({ isLoading, onMore }: MoreProps) {
  const t = useTranslations()
  const endRef = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
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
      <PlainButton aria-busy={isLoading} onClick={() => isLoading || onMore()}>
        {t('portal.more')}
      </PlainButton>
    </div>
  )
}

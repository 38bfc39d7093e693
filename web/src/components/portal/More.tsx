import { useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../../lib/i18n/useTexts.ts'
import { PlainButton } from '../ui/PlainButton.tsx'
import classes from './card.module.css'
import { portalTexts } from './texts.ts'

interface Props {
  isLoading: boolean
  onMore: () => void
}

/** At the end of a list: loads on as soon as it comes in sight; pressed where nothing scrolls. */
export function More({ isLoading, onMore }: Props) {
  const t = useTexts(portalTexts)
  const place = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (isLoading || !place.current) return
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      rootMargin: '400px',
    })
    sight.observe(place.current)
    return () => sight.disconnect()
  }, [isLoading])
  return (
    <div ref={place} className={classes.more}>
      <PlainButton aria-busy={isLoading} onClick={() => isLoading || onMore()}>
        {t('portal.more')}
      </PlainButton>
    </div>
  )
}

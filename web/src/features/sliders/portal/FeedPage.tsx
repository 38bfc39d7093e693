import { IMAGE } from '@kontor/contract/sliders/kinds'
import { type PortalSliderRow, portalSliders } from '@kontor/contract/sliders/portal'
import { IconNews } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import classes from '../../../components/portal/tile.module.css'
import { Notice } from '../../../components/ui/Notice.tsx'
import { sliderImageUrl } from '../../../lib/api/imageUrls.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { CardContent } from './SliderParts.tsx'

/** The sliders for this partner: first those to which the office gave a place, then the newest. */
export function FeedPage() {
  const t = useTranslations()
  const query = useCachedQuery(portalSliders.index, {})
  useRefresh('sliders', [portalSliders.index])
  return (
    <Page title={t('portal.feed.title')} wide>
      <QueryState
        query={query}
        skeleton={<LoadingSkeleton count={3} height={286} className={classes.list ?? ''} />}
      >
        {(sliders) =>
          sliders.length === 0 ? (
            <Notice icon={IconNews} title={t('portal.feed.empty')} text={t('portal.feed.empty_text')} />
          ) : (
            <ul className={classes.list}>
              {sliders.map((slider, index) => (
                <li key={slider.id}>
                  <Card slider={slider} isFirst={index < 2} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Page>
  )
}

/** A slider that is only a picture links to its URL, if any. */
function Card({ slider, isFirst }: { slider: PortalSliderRow; isFirst: boolean }) {
  const { id, type, image, url } = slider
  const className = `${cards.card} ${classes.card}`
  const content = (
    <CardContent slider={slider} picture={sliderImageUrl(image)} loading={isFirst ? 'eager' : 'lazy'} />
  )
  if (type !== IMAGE) {
    return (
      <Link to="/sliders/$id" params={{ id: String(id) }} className={className}>
        {content}
      </Link>
    )
  }
  return url ? (
    <a href={url} target="_blank" rel="noreferrer" className={className}>
      {content}
    </a>
  ) : (
    <div className={className}>{content}</div>
  )
}

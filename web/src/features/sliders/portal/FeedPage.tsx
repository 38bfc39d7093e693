import { SLIKA } from '@kontor/contract/sliders/kinds'
import { type AppSliderRow, appSliders } from '@kontor/contract/sliders/portal'
import { IconNews } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRefresh } from '../../../kit/live/useEvents.ts'
import { Notice } from '../../../kit/look/Notice.tsx'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import cards from '../../../kit/portal/card.module.css'
import { Page } from '../../../kit/portal/Page.tsx'
import classes from '../../../kit/portal/tile.module.css'
import { useSeenRoute } from '../../../kit/seen/useSeenRoute.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { CardContent } from './SliderParts.tsx'
import { texts } from './texts.ts'

/** What the office has for this partner, the newest first. */
export function FeedPage() {
  const t = useTexts(texts)
  const query = useSeenRoute(appSliders.index, {})
  useRefresh('sliders', [appSliders.index])
  return (
    <Page title={t('portal.feed.title')} wide>
      <Answer query={query} skeleton={<Bones count={3} height={286} className={classes.list ?? ''} />}>
        {(sliders) =>
          sliders.length === 0 ? (
            <Notice icon={IconNews} title={t('portal.feed.empty')} text={t('portal.feed.empty_text')} />
          ) : (
            <ul className={classes.list}>
              {sliders.map((slider, place) => (
                <li key={slider.id}>
                  <Card slider={slider} isFirst={place < 2} />
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Page>
  )
}

/** A picture alone has nothing to open but its address, if it has one. */
function Card({ slider, isFirst }: { slider: AppSliderRow; isFirst: boolean }) {
  const { id, type, image, url } = slider
  const className = `${cards.card} ${classes.card}`
  const content = (
    <CardContent
      slider={slider}
      picture={`/api/images/sliders/${image}`}
      loading={isFirst ? 'eager' : 'lazy'}
    />
  )
  if (type !== SLIKA) {
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

import { hostOf } from '@kontor/contract/kit/text/web-address'
import { OBUKA, PROMOCIJA, partnerTypeLabel, SEMINAR, SLIKA } from '@kontor/contract/sliders/kinds'
import { type AppSliderRow, appSliders } from '@kontor/contract/sliders/portal'
import {
  IconCalendarEvent,
  IconCheck,
  IconExternalLink,
  IconNews,
  IconPlayerPlay,
  IconShoppingBag,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRefresh } from '../../../kit/live/useEvents.ts'
import { Notice } from '../../../kit/look/Notice.tsx'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import cards from '../../../kit/portal/card.module.css'
import { Page } from '../../../kit/portal/Page.tsx'
import classes from '../../../kit/portal/tile.module.css'
import { useSeenRoute } from '../../../kit/seen/useSeenRoute.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { useDayNames } from './dayNames.ts'
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
  const { locale } = useLanguage()
  const { id, name, type, image, url } = slider
  const className = `${cards.card} ${classes.card}`
  const content = (
    <>
      <img
        className={classes.picture}
        src={`/api/images/sliders/${image}`}
        alt=""
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
      <div className={classes.text}>
        <span className={classes.type}>{partnerTypeLabel(type)[locale]}</span>
        <h2 className={classes.name}>{name}</h2>
        <Said slider={slider} />
      </div>
    </>
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

/** The one line that a partner wants to know of it. */
function Said({ slider: { type, url, available_dates, chosen_dates, ordered } }: { slider: AppSliderRow }) {
  const t = useTexts(texts)
  const { days, first } = useDayNames()
  if (type === PROMOCIJA) {
    return ordered > 0 ? (
      <Line icon={IconCheck} done>
        {t('portal.feed.ordered', { count: ordered })}
      </Line>
    ) : (
      <Line icon={IconShoppingBag}>{t('portal.feed.orderable')}</Line>
    )
  }
  if (type === SEMINAR) {
    if (chosen_dates.length > 0) {
      return (
        <Line icon={IconCheck} done>
          {t('portal.feed.joined', { days: days(chosen_dates) })}
        </Line>
      )
    }
    const next = first(available_dates)
    return (
      <Line icon={IconCalendarEvent}>
        {next ? t('portal.feed.next', { day: next }) : t('portal.feed.no_days')}
      </Line>
    )
  }
  if (type === OBUKA) return <Line icon={IconPlayerPlay}>{t('portal.feed.video')}</Line>
  return url ? (
    <Line icon={IconExternalLink}>{t('portal.feed.opens', { site: hostOf(url) ?? url })}</Line>
  ) : null
}

function Line({
  icon: Icon,
  done,
  children,
}: {
  icon: typeof IconCheck
  done?: boolean
  children: ReactNode
}) {
  return (
    <p className={classes.line} data-done={done || undefined}>
      <Icon size={16} stroke={1.6} aria-hidden />
      {children}
    </p>
  )
}

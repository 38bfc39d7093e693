import { officeToday } from '@kontor/contract/lib/text/locales'
import { hostOf } from '@kontor/contract/lib/text/web-address'
import { PROMOTION, partnerTypeLabel, SEMINAR, TRAINING } from '@kontor/contract/sliders/kinds'
import type { PortalSlider, PortalSliderRow } from '@kontor/contract/sliders/portal'
import {
  IconCalendarEvent,
  IconCalendarOff,
  IconCheck,
  IconClock,
  IconExternalLink,
  IconPlayerPlay,
  IconShoppingBag,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Prose } from '../../../components/editor/Prose.tsx'
import cards from '../../../components/portal/card.module.css'
import tiles from '../../../components/portal/tile.module.css'
import { productImageUrl } from '../../../lib/api/imageUrls.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useDayNames } from './dayNames.ts'
import { comingDays } from './dayPlaces.ts'
import classes from './SliderPage.module.css'

/** The content of a slider's card; an unsaved picture has a URL of its own. */
type CardSlider = Omit<PortalSliderRow, 'id' | 'image' | 'updated_at'>

interface CardProps {
  slider: CardSlider
  picture: string | null
  loading: 'eager' | 'lazy'
}

export function CardContent({ slider, picture, loading }: CardProps) {
  const { locale } = useLanguage()
  return (
    <>
      {picture ? (
        <img className={tiles.picture} src={picture} alt="" loading={loading} decoding="async" />
      ) : (
        <div className={tiles.picture} />
      )}
      <div className={tiles.text}>
        <span className={tiles.type}>{partnerTypeLabel(slider.type)[locale]}</span>
        <h2 className={tiles.name}>{slider.name}</h2>
        <Summary slider={slider} />
      </div>
    </>
  )
}

interface OpenProps {
  slider: Pick<PortalSlider, 'name' | 'welcome_message' | 'page_content'>
  picture: string | null
  /** URL of the second picture. */
  more: string | null
  /** The partner's actions. */
  children: ReactNode
}

export function OpenSlider({ slider, picture, more, children }: OpenProps) {
  const { name, page_content, welcome_message } = slider
  return (
    <article className={classes.page}>
      {picture ? (
        <img className={classes.picture} src={picture} alt="" />
      ) : (
        <div className={classes.picture} />
      )}
      <header className={classes.head}>
        <h2 className={cards.title}>{name}</h2>
      </header>
      {welcome_message && <p className={classes.welcome}>{welcome_message}</p>}
      {children}
      {page_content && <Prose html={page_content} />}
      {more && <img className={classes.picture} src={more} alt="" loading="lazy" />}
    </article>
  )
}

type Product = Pick<NonNullable<PortalSlider['product']>, 'name' | 'erp_code' | 'price' | 'image'>

export function ProductLine({ product: { name, erp_code, price, image } }: { product: Product }) {
  const { locale } = useLanguage()
  return (
    <div className={classes.product}>
      {image && <img src={productImageUrl(image)} alt="" />}
      <div className={cards.grow}>
        <p className={cards.strong}>{name}</p>
        <p className={cards.muted}>{erp_code}</p>
      </div>
      <p className={classes.price}>{formatOf(locale).euro(price)}</p>
    </div>
  )
}

/** The most important fact of the slider. */
function Summary({ slider }: { slider: CardSlider }) {
  const { type, url, available_dates, ordered } = slider
  const t = useTranslations()
  const { days, first } = useDayNames()
  if (type === PROMOTION) {
    return ordered > 0 ? (
      <Line icon={IconCheck} done>
        {t('portal.feed.ordered', { count: ordered })}
      </Line>
    ) : (
      <Line icon={IconShoppingBag}>{t('portal.feed.orderable')}</Line>
    )
  }
  if (type === SEMINAR) {
    const { placed, waiting, gone } = comingDays(slider, officeToday())
    if (placed.length > 0) {
      return (
        <Line icon={IconCheck} done>
          {t('portal.feed.joined', { days: days(placed) })}
        </Line>
      )
    }
    if (waiting.length > 0)
      return <Line icon={IconClock}>{t('portal.feed.waits', { days: days(waiting) })}</Line>
    if (gone.length > 0)
      return <Line icon={IconCalendarOff}>{t('portal.feed.gone', { days: days(gone) })}</Line>
    const next = first(available_dates)
    return (
      <Line icon={IconCalendarEvent}>
        {next ? t('portal.feed.next', { day: next }) : t('portal.feed.no_days')}
      </Line>
    )
  }
  if (type === TRAINING) return <Line icon={IconPlayerPlay}>{t('portal.feed.video')}</Line>
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
    <p className={tiles.line} data-done={done || undefined}>
      <Icon size={16} aria-hidden />
      {children}
    </p>
  )
}

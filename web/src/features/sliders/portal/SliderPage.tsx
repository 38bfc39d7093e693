import { hostOf } from '@kontor/contract/lib/text/web-address'
import { IMAGE, PROMOTION, partnerTypeLabel, SEMINAR, TRAINING } from '@kontor/contract/sliders/kinds'
import { type PortalSlider, portalSliders } from '@kontor/contract/sliders/portal'
import { Button } from '@mantine/core'
import { IconBrandYoutube, IconExternalLink, IconMessageCircle } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { PendingOrder } from '../../../components/ordering/PendingOrder.tsx'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { sliderImageUrl } from '../../../lib/api/imageUrls.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { CheckIn } from './CheckIn.tsx'
import { Order } from './Order.tsx'
import classes from './SliderPage.module.css'
import { OpenSlider } from './SliderParts.tsx'
import { type Ordering, useOrdering } from './useOrder.ts'

/** The page of a promotion, seminar or training, with the partner's actions. */
export function SliderPage() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { id = '' } = useParams({ strict: false })
  const query = useCachedQuery(portalSliders.one, { params: { id } })
  useRefresh(['sliders', 'catalogue'], [portalSliders.one, portalSliders.orders])
  const ordering = useOrdering(Number(id))
  const { order } = ordering
  const { type } = query.data ?? {}
  return (
    <Page title={type ? partnerTypeLabel(type)[locale] : t('portal.feed.title')} back="/">
      <PendingOrder order={order} name={order.pending?.body.name} />
      <QueryState query={query} skeleton={<LoadingSkeleton count={2} height={220} />}>
        {(slider) => <Content slider={slider} ordering={ordering} />}
      </QueryState>
    </Page>
  )
}

function Content({ slider, ordering }: { slider: PortalSlider; ordering: Ordering }) {
  const { type, image, wyswygimg } = slider
  return (
    <OpenSlider slider={slider} picture={sliderImageUrl(image)} more={sliderImageUrl(wyswygimg)}>
      {type === IMAGE && <Site slider={slider} />}
      {type === TRAINING && <Training slider={slider} />}
      {type === SEMINAR && <CheckIn slider={slider} />}
      {type === PROMOTION && <Order slider={slider} ordering={ordering} />}
    </OpenSlider>
  )
}

/** The website of a picture, which the news open directly. */
function Site({ slider: { url } }: { slider: PortalSlider }) {
  const t = useTranslations()
  if (!url) return null
  return (
    <div className={classes.actions}>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink size={20} />}
      >
        {t('portal.slider.open_site', { site: hostOf(url) ?? url })}
      </Button>
    </div>
  )
}

function Training({ slider: { id, url } }: { slider: PortalSlider }) {
  const t = useTranslations()
  return (
    <div className={classes.actions}>
      {url && (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandYoutube size={20} />}
        >
          {t('portal.slider.watch')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconMessageCircle size={20} />}
        renderRoot={(props) => <Link to="/chats/$id" params={{ id: String(id) }} {...props} />}
      >
        {t('portal.slider.ask')}
      </Button>
    </div>
  )
}

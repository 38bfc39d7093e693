import { type PortalCampaign, portalCampaigns } from '@kontor/contract/campaigns/portal'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { BasketBar } from '../../../components/ordering/BasketBar.tsx'
import { PendingOrder } from '../../../components/ordering/PendingOrder.tsx'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { campaignImageUrl } from '../../../lib/api/imageUrls.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './CampaignPage.module.css'
import { CampaignStatus } from './CampaignStatus.tsx'
import { CartLink } from './CartLink.tsx'
import { DaysLeft } from './DaysLeft.tsx'
import { Products } from './Products.tsx'
import { useOrdering } from './useOrdering.ts'

/**
 * The campaign of the URL: the partner's standing, and the products to order. An order without a response is shown
 * before the data has loaded.
 */
export function CampaignPage() {
  const { id = '' } = useParams({ strict: false })
  const t = useTranslations()
  const query = useCachedQuery(portalCampaigns.one, { params: { id } })
  useRefresh(['campaigns', 'catalogue', 'cart'], [portalCampaigns.one, portalCampaigns.products])
  const ordering = useOrdering(Number(id))
  const { order } = ordering
  return (
    <Page title={query.data?.name ?? t('portal.campaigns.one')} back="/campaigns" actions={<CartLink />} wide>
      <PendingOrder order={order} name={order.pending?.body.name} />
      <QueryState query={query} skeleton={<LoadingSkeleton count={3} height={210} />}>
        {(campaign) => (
          <div className={classes.columns}>
            <div className={classes.columns}>
              <About campaign={campaign} />
              <CampaignStatus campaign={campaign} />
            </div>
            <Products campaign={campaign} ordering={ordering} />
          </div>
        )}
      </QueryState>
      <BasketBar />
    </Page>
  )
}

function About({ campaign: { name, image, description, visible_until } }: { campaign: PortalCampaign }) {
  return (
    <header className={`${cards.card} ${classes.intro}`}>
      <img src={campaignImageUrl(image)} alt="" />
      <div className={cards.padded}>
        <div className={classes.top}>
          <b className={cards.title}>{name}</b>
          <DaysLeft until={visible_until} className={classes.days} />
        </div>
        <p className={cards.description}>{description}</p>
      </div>
    </header>
  )
}

import { type AppCampaign, appCampaigns } from '@kontor/contract/campaigns/portal'
import { useParams } from '@tanstack/react-router'
import { useRefresh } from '../../../kit/live/useEvents.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { BasketBar } from '../../../kit/order/BasketBar.tsx'
import { Waiting } from '../../../kit/order/Waiting.tsx'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import cards from '../../../kit/portal/card.module.css'
import { Page } from '../../../kit/portal/Page.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import classes from './CampaignPage.module.css'
import { CartLink } from './CartLink.tsx'
import { DaysLeft } from './DaysLeft.tsx'
import { Products } from './Products.tsx'
import { Standing } from './Standing.tsx'
import { texts } from './texts.ts'
import { useOrdering } from './useOrdering.ts'

/** The campaign of the address. */
export function CampaignPage() {
  const { id = '' } = useParams({ strict: false })
  return <Campaign key={id} id={id} />
}

/** One campaign: how the partner stands in it, and its products to order. What waits is there before it has been read. */
function Campaign({ id }: { id: string }) {
  const t = useTexts(texts)
  const query = useRoute(appCampaigns.one, { params: { id } })
  useRefresh('campaigns', [appCampaigns.one, appCampaigns.products])
  useRefresh('cart', [appCampaigns.one])
  const ordering = useOrdering(Number(id))
  const { order } = ordering
  return (
    <Page title={t('portal.campaigns.one')} back="/campaigns" actions={<CartLink />}>
      <Waiting order={order} name={order.pending?.body.name} />
      <Answer query={query} skeleton={<Bones count={3} height={210} />}>
        {(campaign) => (
          <>
            <About campaign={campaign} />
            <Standing campaign={campaign} />
            <Products campaign={campaign} ordering={ordering} />
          </>
        )}
      </Answer>
      <BasketBar />
    </Page>
  )
}

function About({ campaign: { name, image, description, visible_until } }: { campaign: AppCampaign }) {
  return (
    <header className={`${cards.card} ${classes.about}`}>
      <img src={`/api/images/campaigns/${image}`} alt="" />
      <div className={cards.padded}>
        <div className={classes.top}>
          <h2>{name}</h2>
          <DaysLeft until={visible_until} className={classes.days} />
        </div>
        <p className={classes.description}>{description}</p>
      </div>
    </header>
  )
}

import { type PortalCampaignRow, portalCampaigns } from '@kontor/contract/campaigns/portal'
import { IconCheck, IconPackage, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import tiles from '../../../components/portal/tile.module.css'
import { Notice } from '../../../components/ui/Notice.tsx'
import { campaignImageUrl } from '../../../lib/api/imageUrls.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './CampaignPage.module.css'
import { CartLink } from './CartLink.tsx'
import { DaysLeft } from './DaysLeft.tsx'

/** The campaigns that are open for this partner. */
export function CampaignsPage() {
  const t = useTranslations()
  const query = useCachedQuery(portalCampaigns.index, {})
  useRefresh(['campaigns', 'cart'], [portalCampaigns.index])
  return (
    <Page title={t('portal.campaigns.title')} actions={<CartLink />} wide>
      <QueryState
        query={query}
        skeleton={<LoadingSkeleton count={3} height={286} className={tiles.list ?? ''} />}
      >
        {(campaigns) =>
          campaigns.length === 0 ? (
            <Notice
              icon={IconSpeakerphone}
              title={t('portal.campaigns.empty')}
              text={t('portal.campaigns.empty_text')}
            />
          ) : (
            <ul className={tiles.list}>
              {campaigns.map((campaign, index) => (
                <li key={campaign.id}>
                  <Card campaign={campaign} isFirst={index < 2} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Page>
  )
}

function Card({ campaign, isFirst }: { campaign: PortalCampaignRow; isFirst: boolean }) {
  const t = useTranslations()
  const { id, name, image, campaign_type_id, visible_until, products, ordered } = campaign
  const [Icon, text] =
    ordered > 0
      ? [IconCheck, t('portal.campaigns.ordered_pieces', { count: ordered })]
      : [IconPackage, t('portal.campaigns.products', { count: products })]
  return (
    <Link to="/campaigns/$id" params={{ id: String(id) }} className={`${cards.card} ${tiles.card}`}>
      <img
        className={tiles.picture}
        src={campaignImageUrl(image)}
        alt=""
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
      <div className={tiles.text}>
        <p className={classes.top}>
          <span className={tiles.type}>{t(`portal.campaigns.type_${campaign_type_id}`)}</span>
          <DaysLeft until={visible_until} className={classes.days} />
        </p>
        <h2 className={tiles.name}>{name}</h2>
        <p className={tiles.line} data-done={ordered > 0 || undefined}>
          <Icon size={16} aria-hidden />
          {text}
        </p>
      </div>
    </Link>
  )
}

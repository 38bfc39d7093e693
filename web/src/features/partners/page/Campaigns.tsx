import { campaignTypes } from '@kontor/contract/campaigns/kinds'
import type { Partner } from '@kontor/contract/partners'
import { type CampaignOfPartner, partnerPage } from '@kontor/contract/partners/page'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './Parts.module.css'

/** The campaigns of a partner, with its orders in each. */
export function Campaigns({ partner: { id } }: { partner: Partner }) {
  const t = useTranslations()
  const { data, error, refetch } = useApiQuery(partnerPage.campaigns, { params: { id: String(id) } })
  if (error && !data) return <NotLoaded error={error} onRetry={() => void refetch()} />
  if (data?.length === 0)
    return (
      <Notice
        icon={IconSpeakerphone}
        title={t('partner.campaigns.none')}
        text={t('partner.campaigns.none_hint')}
      />
    )
  const withOrders = data?.some(({ ordered }) => ordered) ?? false
  return (
    <section className={classes.part} aria-label={t('partner.campaigns.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('partner.campaigns.name')}</th>
            <th scope="col">{t('partner.campaigns.type')}</th>
            <th scope="col" data-number>
              {t('partner.campaigns.cash')}
            </th>
            {withOrders &&
              (['lines', 'delivered', 'total'] as const).map((key) => (
                <th key={key} scope="col" data-number>
                  {t(`partner.campaigns.${key}`)}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {data?.map((campaign) => (
            <Row key={campaign.id} campaign={campaign} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ campaign }: { campaign: CampaignOfPartner }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { euro, integer } = formatOf(locale)
  const { id, name, campaign_type_id, cash, is_shown, ordered } = campaign
  return (
    <tr data-off={!is_shown || undefined}>
      <th scope="row">
        <Link to={`/campaigns/${id}`}>{name}</Link>
        {!is_shown && <small>{t('partner.campaigns.hidden')}</small>}
      </th>
      <td>{campaignTypes[campaign_type_id][locale]}</td>
      <td data-number>{cash === null ? '' : euro(cash)}</td>
      {ordered && (
        <>
          <td data-number>{integer(ordered.lines)}</td>
          <td data-number>{integer(ordered.delivered)}</td>
          <td data-number>{euro(ordered.total)}</td>
        </>
      )}
    </tr>
  )
}

import type { PortalCampaign } from '@kontor/contract/campaigns/portal'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { useTranslations } from 'use-intl'
import { excessOf } from '../../../components/ordering/excess.ts'
import cards from '../../../components/portal/card.module.css'
import { percentOf } from '../../../lib/i18n/format.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './CampaignPage.module.css'

/** A partner's standing in a campaign: its cash, and the ordered and delivered pieces. */
export function CampaignStatus({ campaign }: { campaign: PortalCampaign }) {
  const t = useTranslations()
  const { ordered, delivered } = campaign
  return (
    <section className={cards.card}>
      <Cash campaign={campaign} />
      <dl className={classes.pieces}>
        {Object.entries({ ordered, delivered } as const).map(([key, count]) => (
          <div key={key}>
            <dt>{t(key === 'ordered' ? 'portal.campaign.ordered' : 'portal.campaign.delivered')}</dt>
            <dd>{t('order.pieces', { count })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The remaining cash in euros, or the percentage; nothing without cash. */
function Cash({ campaign }: { campaign: PortalCampaign }) {
  const { cash, cash_left, spent } = campaign
  const t = useTranslations()
  const { euro, integer } = useFormat()
  if (cash === null || Number(moneyOrPercentOf(cash).value) === 0) return null
  if (cash_left === null) {
    return (
      <div className={classes.cash}>
        <p>{t('portal.campaign.cash')}</p>
        <p className={classes.figure}>{euro(cash)}</p>
      </div>
    )
  }
  const share = percentOf(spent, cash)
  const excess = excessOf(campaign)
  return (
    <div className={classes.cash}>
      <p className={classes.top}>
        <span>{t('portal.campaign.cash_left')}</span>
        <span className={cards.muted}>{t('portal.campaign.cash_of', { cash: euro(cash) })}</span>
      </p>
      <p className={classes.figure}>{euro(cash_left)}</p>
      <div className={classes.track} data-over={excess !== null || undefined} aria-hidden>
        <i style={{ width: `${Math.min(share, 100)}%` }} />
      </div>
      <p className={classes.top}>
        <span>{t('portal.campaign.used', { spent: euro(spent) })}</span>
        <span className={cards.muted}>
          {excess === null ? `${integer(share)}%` : t('portal.campaign.over', { excess: euro(excess) })}
        </span>
      </p>
    </div>
  )
}

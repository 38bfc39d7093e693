import { campaignTypes, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { homeDay, type Running } from '@kontor/contract/home/day'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Meter } from '../../components/charts/Meter.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import classes from './Lists.module.css'
import { Part, usePollInterval } from './Part.tsx'

/** The progress of the campaigns that partners see today, ordered by end date. */
export function RunningCampaigns() {
  const t = useTranslations()
  const query = useApiQuery(homeDay.campaigns, {}, { refetchInterval: usePollInterval() })
  useRefresh(['campaigns', 'cart'], [homeDay.campaigns])
  const shown = query.data?.shown ?? 0
  return (
    <Part
      name="running"
      title={t('home.running.title')}
      note={shown > 0 ? t('home.figure', { count: shown }) : undefined}
      end={<Link to="/campaigns">{t('home.running.all')}</Link>}
      query={query}
      rows={[4, 68]}
    >
      {shown === 0 ? (
        <p className={classes.empty}>{t('home.running.none')}</p>
      ) : (
        <ul className={classes.rows}>
          {query.data?.campaigns.map((campaign) => (
            <OneCampaign key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Days before the end from which the text is amber. */
const SOON_DAYS = 1

function OneCampaign({ campaign }: { campaign: Running['campaigns'][number] }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { euro, integer } = formatOf(locale)
  const { id, name, campaign_type_id: type, ordered, of, buyers, partners, days_left } = campaign
  const format = (amount: string) =>
    type === QUANTITY ? t('order.pieces', { count: Number(amount) }) : euro(amount)
  const kind = type === QUANTITY ? 'of_pieces' : 'of_cash'
  const bought = t('home.running.buyers', { buyers, partners })
  const text = of
    ? t(`home.running.${kind}`, {
        ordered: type === QUANTITY ? integer(Number(ordered)) : euro(ordered),
        of: format(of),
      })
    : t('home.running.ordered', { ordered: format(ordered) })
  return (
    <li>
      <p className={classes.line}>
        <Link className={classes.name} title={name} to={`/campaigns/${id}`}>
          {name}
        </Link>
        <span className={classes.muted}>{campaignTypes[type][locale]}</span>
        {days_left !== null && (
          <span className={classes.figures} data-soon={days_left <= SOON_DAYS || undefined}>
            {t('home.running.left', { days: days_left })}
          </span>
        )}
      </p>
      <Meter
        label={name}
        text={of ? text : bought}
        parts={[of ? Number(ordered) : buyers]}
        whole={of ? Number(of) : partners}
        isStrong
      />
      <p className={classes.below}>
        <span>{text}</span>
        <span>{bought}</span>
      </p>
    </li>
  )
}

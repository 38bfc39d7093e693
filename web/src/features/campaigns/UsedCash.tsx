import type { CampaignPartner } from '@kontor/contract/campaigns/partners'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { useTranslations } from 'use-intl'
import { Meter } from '../../components/charts/Meter.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import classes from './UsedCash.module.css'

/** What a partner has ordered in a campaign, against its cash in euros; the amount alone for a percentage. */
export function UsedCash({ partner: { name, cash, spent } }: { partner: CampaignPartner }) {
  const t = useTranslations()
  const { euro, sum } = useFormat()
  const { value, percent } = moneyOrPercentOf(cash)
  if (spent === null) return null
  if (percent || Number(value) === 0) return <span className={classes.alone}>{sum(spent)}</span>
  const left = sumOf([value, `-${spent}`])
  const isOver = left.startsWith('-')
  const whole = Number(value)
  const amount = Number(spent)
  return (
    <span className={classes.spent}>
      <Meter
        label={t('campaigns.spent_of', { name })}
        text={t('campaigns.spent_says', { spent: sum(spent), cash: euro(cash) })}
        parts={[amount]}
        whole={Math.max(whole, amount)}
        isLimit
        {...(isOver && { mark: whole })}
      />
      <span>{sum(spent)}</span>
      <small data-over={isOver || undefined}>
        {isOver
          ? t('campaigns.cash_over', { amount: sum(left.slice(1)) })
          : t('campaigns.cash_left', { amount: sum(left) })}
      </small>
    </span>
  )
}

import { compareDecimals, sumOf } from '@kontor/contract/lib/numbers/decimal'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { appPartners } from '@kontor/contract/partners/portal'
import { useTranslations } from 'use-intl'
import { totalOf } from '../../../components/ordering/basket.ts'
import type { BasketLine } from '../../../components/ordering/basketStore.ts'
import cards from '../../../components/portal/card.module.css'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './Basket.module.css'

/** The partner's debt after this order, and its limit; nothing when either is unknown in euros. */
export function Debt({ lines }: { lines: readonly BasketLine[] }) {
  const t = useTranslations()
  const { euro } = formatOf(useLanguage().locale)
  const profile = useApiQuery(appPartners.profile, {}).data
  if (!profile) return null
  const [debt, limit] = [moneyOrPercentOf(profile.debt), moneyOrPercentOf(profile.debitLimit)]
  if (debt.percent || limit.percent || Number(limit.value) <= 0) return null
  const order = totalOf(lines)
  const after = sumOf([debt.value, order])
  const exceedsLimit = compareDecimals(after, limit.value) > 0
  const share = (value: string) =>
    `${Math.min(Math.max((100 * Number(value)) / Number(limit.value), 0), 100)}%`
  return (
    <section className={`${cards.card} ${classes.debt}`} aria-label={t('portal.basket.debt')}>
      <p className={classes.sum}>
        <span>{t('portal.basket.debt')}</span>
        <span>{t('portal.basket.debt_of', { debt: euro(after), limit: euro(limit.value) })}</span>
      </p>
      <div className={classes.track} aria-hidden>
        <i style={{ width: share(debt.value) }} />
        <i data-more style={{ width: share(order) }} />
      </div>
      {exceedsLimit && (
        <p className={classes.exceeded}>
          {t('portal.basket.over', { excess: euro(sumOf([after, `-${limit.value}`])) })}
        </p>
      )}
    </section>
  )
}

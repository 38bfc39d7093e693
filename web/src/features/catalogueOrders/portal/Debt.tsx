import { compareDecimals, sumOf } from '@kontor/contract/kit/numbers/decimal'
import { figureOf } from '@kontor/contract/kit/numbers/figure'
import { appPartners } from '@kontor/contract/partners/portal'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { totalOf } from '../../../kit/order/basket.ts'
import type { BasketLine } from '../../../kit/order/basketStore.ts'
import cards from '../../../kit/portal/card.module.css'
import { formatOf } from '../../../kit/texts/format.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import classes from './Basket.module.css'
import { texts } from './texts.ts'

/** What the partner will owe after this order, against its limit; nothing where either is not known in euros. */
export function Debt({ lines }: { lines: readonly BasketLine[] }) {
  const t = useTexts(texts)
  const { euro } = formatOf(useLanguage().locale)
  const profile = useRoute(appPartners.profile, {}).data
  if (!profile) return null
  const [debt, limit] = [figureOf(profile.debt), figureOf(profile.debitLimit)]
  if (debt.percent || limit.percent || Number(limit.value) <= 0) return null
  const order = totalOf(lines)
  const after = sumOf([debt.value, order])
  const isOver = compareDecimals(after, limit.value) > 0
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
      {isOver && (
        <p className={classes.over}>
          {t('portal.basket.over', { excess: euro(sumOf([after, `-${limit.value}`])) })}
        </p>
      )}
    </section>
  )
}

import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import type { Partner } from '@kontor/contract/partners'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Meter } from '../../../components/charts/Meter.tsx'
import { percentOf } from '../../../lib/i18n/format.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { cents, eurosOf } from './amounts.ts'

interface DebtBarProps {
  /** Debt, limit and overdue part, each in euros or as a percentage. */
  figures: Pick<Partner, 'debt' | 'debitLimit' | 'outOfCurrency'>
  /** Replaces the overdue amount, such as by its inline editor. */
  overdue?: ReactNode
}

/**
 * The share of the limit, a bar (the overdue part inside the debt, the debt inside the limit), and the amount left of
 * the limit or above it. A percentage is shown as text only. Renders grid cells of the surrounding figure.
 */
export function DebtBar({ figures, overdue: overdueCell }: DebtBarProps) {
  const t = useTranslations()
  const { euro } = useFormat()
  const { debt = '0', debitLimit = '0', outOfCurrency = '0' } = figures
  const amount = eurosOf(debt)
  const limit = eurosOf(debitLimit)
  const overdue = eurosOf(outOfCurrency)
  const texts = { debt: euro(debt), limit: euro(debitLimit), overdue: euro(outOfCurrency) }
  const hasLimit = Number(moneyOrPercentOf(debitLimit).value) > 0
  const isComparable = amount !== null && Boolean(limit)
  const left = (limit ?? 0) - (amount ?? 0)
  return (
    <>
      <span>
        {isComparable
          ? t('partner.figures.of_limit', {
              percent: String(percentOf(amount, limit ?? 0)),
              limit: texts.limit,
            })
          : t(hasLimit ? 'partner.figures.the_limit' : 'partner.figures.no_limit', { limit: texts.limit })}
      </span>
      {amount !== null && overdue !== null && (
        <Meter
          isLarge
          isLimit
          label={t('partner.figures.debt')}
          text={t(limit ? 'partner.figures.debt_says' : 'partner.figures.debt_alone', texts)}
          parts={[Math.min(overdue, amount), Math.max(0, amount - overdue)]}
          whole={Math.max(amount, limit ?? 0)}
          {...(limit && amount > limit && { mark: limit })}
        />
      )}
      <small data-key>
        {t('partner.figures.overdue')} <em>{overdueCell ?? texts.overdue}</em>
      </small>
      {isComparable && (
        <small data-over={left < 0 || undefined}>
          {t(left < 0 ? 'partner.figures.above' : 'partner.figures.left', {
            amount: euro(cents(Math.abs(left))),
          })}
        </small>
      )}
    </>
  )
}

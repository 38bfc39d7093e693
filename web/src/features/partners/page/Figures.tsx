import { officeToday } from '@kontor/contract/lib/text/locales'
import type { Partner } from '@kontor/contract/partners'
import type { PartnerOverview } from '@kontor/contract/partners/page'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Meter } from '../../../components/charts/Meter.tsx'
import { Spark } from '../../../components/charts/Spark.tsx'
import { dayOf, percentOf } from '../../../lib/i18n/format.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { cents, eurosOf, shareOfYear } from './amounts.ts'
import { DebtBar } from './DebtBar.tsx'
import classes from './Figures.module.css'

interface FiguresProps {
  partner: Partner
  overview: PartnerOverview | undefined
  /** Renders the inline editor of a figure. */
  editable?: ((name: 'debt' | 'outOfCurrency') => ReactNode) | undefined
}

/** The partner's debt and purchases, against its limit and plans. */
export function Figures({ partner, overview }: FiguresProps) {
  const t = useTranslations()
  return (
    <section className={classes.figures} aria-label={t('partner.figures.title')}>
      <Gauges partner={partner} overview={overview} />
      <Others partner={partner} />
    </section>
  )
}

/** Debt against limit, purchases against plans. */
export function Gauges({ partner, overview, editable }: FiguresProps) {
  const t = useTranslations()
  return (
    <>
      <Debt partner={partner} overview={overview} editable={editable} />
      <Turnover
        title={t('partner.figures.turnover')}
        amount={partner.moneyCirculation}
        plan={partner.annualPlan}
        planned={(amount) => t('partner.figures.plan', { amount })}
      />
      <Turnover
        title={t('partner.figures.turnover_tires')}
        amount={partner.moneyCirculationTires}
        plan={partner.annualPlanTires}
        planned={(amount) => t('partner.figures.plan_tires', { amount })}
      />
    </>
  )
}

const useEuro = () => useFormat().euro

/** The debt with its date, its bar and its course. */
function Debt({ partner, overview, editable }: FiguresProps) {
  const t = useTranslations()
  const { euro, dateTime } = useFormat()
  const { debt = '0', debitLimit = '0' } = partner
  return (
    <div className={classes.figure}>
      <h2>{t('partner.figures.debt')}</h2>
      <span>{overview?.figures_at && t('partner.figures.as_of', { at: dateTime(overview.figures_at) })}</span>
      <b>{editable?.('debt') ?? euro(debt)}</b>
      <DebtBar figures={partner} overdue={editable?.('outOfCurrency')} />
      {!overview && <section className={classes.lineRoom} />}
      {overview?.debts && <DebtLine debts={overview.debts} limit={eurosOf(debitLimit)} />}
    </div>
  )
}

interface DebtLineProps {
  debts: NonNullable<PartnerOverview['debts']>
  limit: number | null
}

function DebtLine({ debts, limit }: DebtLineProps) {
  const t = useTranslations()
  const { euro, date, dateTime } = useFormat()
  const months = debts.map(({ at }) => dayOf(at).slice(0, 7))
  const thisMonth = months.at(-1)
  const points = debts.flatMap(({ at, debt }, index) => {
    const isStep = months[index] === thisMonth
    const name = isStep ? dateTime(at) : date(dayOf(at)).slice(3)
    return debt === null ? [] : [{ at: Date.parse(at), name, amount: Number(debt), isStep }]
  })
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  // A constant value has no line: only the date since when it is unchanged.
  if (points.length < 3 && first.amount === last.amount)
    return <small>{t('partner.figures.since', { at: first.name })}</small>
  const format = (amount: number) => euro(cents(amount))
  return (
    <Spark
      title={t('partner.figures.line')}
      text={t('partner.figures.line_says', { from: format(first.amount), to: format(last.amount) })}
      headings={[t('partner.figures.moment'), t('partner.figures.debt')]}
      points={points}
      limit={
        limit ? { amount: limit, label: t('partner.figures.limit', { amount: format(limit) }) } : undefined
      }
      ends={[first.name, t('partner.figures.now')]}
      format={format}
    />
  )
}

interface TurnoverProps {
  title: string
  amount: string | undefined
  plan: string | undefined
  planned: (amount: string) => string
}

/** Purchases against the year's plan; a mark shows the plan pro rata today. */
function Turnover({ title, amount = '0', plan = '0', planned }: TurnoverProps) {
  const t = useTranslations()
  const euro = useEuro()
  const bought = eurosOf(amount)
  const whole = eurosOf(plan)
  const toDate = (whole ?? 0) * shareOfYear(officeToday())
  const difference = (bought ?? 0) - toDate
  return (
    <div className={classes.figure}>
      <h2>{title}</h2>
      <span>{Number(whole) > 0 ? planned(euro(plan)) : t('partner.figures.no_plan')}</span>
      <b>{euro(amount)}</b>
      {bought !== null && whole ? (
        <>
          <span>{t('partner.figures.of_plan', { percent: String(percentOf(bought, whole)) })}</span>
          <Meter
            isLarge
            label={title}
            text={t('partner.figures.turnover_says', {
              amount: euro(amount),
              plan: euro(plan),
              planned: euro(cents(toDate)),
            })}
            parts={[bought]}
            whole={Math.max(whole, bought)}
            mark={toDate}
          />
          <small>{t('partner.figures.to_date', { amount: euro(cents(toDate)) })}</small>
          <small data-ahead={difference >= 0 ? 'yes' : 'no'}>
            {t(difference >= 0 ? 'partner.figures.ahead' : 'partner.figures.behind', {
              amount: euro(cents(Math.abs(difference))),
            })}
          </small>
        </>
      ) : null}
    </div>
  )
}

/** Figures without a bar, for all goods and for tyres. */
function Others({ partner }: { partner: Partner }) {
  const t = useTranslations()
  const euro = useEuro()
  const rows = [
    [t('partner.figures.payment'), partner.payment, partner.paymentTires],
    [t('partner.figures.bonus'), partner.bonus, partner.bonusTires],
    [t('partner.figures.tool_cash'), partner.toolCash, partner.toolCashTires],
  ] as const
  return (
    <table className={classes.others}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('partner.figures.all')}</th>
          <th scope="col">{t('partner.figures.tires')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, all = '0', tires = '0']) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{euro(all)}</td>
            <td>{euro(tires)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

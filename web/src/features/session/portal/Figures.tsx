import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { type FigureName, figureFields } from '@kontor/contract/partners/fields'
import type { portalPartners } from '@kontor/contract/partners/portal'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { formatOf, percentOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './ProfilePage.module.css'

type Profile = ResponseBody<typeof portalPartners.profile>

/** The figures in groups, each turnover with its plan. */
const GROUPS = [
  { title: 'portal.profile.balance', names: ['debt', 'debitLimit', 'outOfCurrency'] },
  { title: 'portal.profile.year', names: ['moneyCirculation', 'annualPlan', 'payment', 'bonus', 'toolCash'] },
  {
    title: 'portal.profile.tires',
    names: ['moneyCirculationTires', 'annualPlanTires', 'paymentTires', 'bonusTires', 'toolCashTires'],
  },
] as const satisfies { title: string; names: FigureName[] }[]
const PLANS: Partial<Record<FigureName, FigureName>> = {
  moneyCirculation: 'annualPlan',
  moneyCirculationTires: 'annualPlanTires',
}

/** The financial figures of a partner. */
export function Figures({ profile }: { profile: Profile }) {
  const t = useTranslations()
  return (
    <div className={`${classes.section} ${classes.money}`}>
      {GROUPS.map(({ title, names }) => (
        <section key={title} className={classes.section} aria-label={t(title)}>
          <h2 className={cards.heading}>{t(title)}</h2>
          <dl className={cards.card}>
            {names.map((name) => (
              <Figure key={name} name={name} profile={profile} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Figure({ name, profile }: { name: FigureName; profile: Profile }) {
  const { locale } = useLanguage()
  const { euro } = formatOf(locale)
  const plan = PLANS[name]
  return (
    <div className={classes.figure}>
      <dt>{figureFields[name].label[locale]}</dt>
      <dd>{euro(profile[name])}</dd>
      {plan && <Share of={profile[name]} plan={profile[plan]} />}
    </div>
  )
}

/** The completed share of the plan; nothing without a plan in euros. */
function Share({ of, plan }: { of: string; plan: string }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const done = moneyOrPercentOf(of)
  const whole = moneyOrPercentOf(plan)
  if (done.percent || whole.percent || Number(whole.value) <= 0) return null
  const share = percentOf(done.value, whole.value)
  return (
    <dd className={classes.plan}>
      <div className={classes.track} aria-hidden>
        <i style={{ width: `${Math.min(share, 100)}%` }} />
      </div>
      {t('portal.profile.of_plan', { share: `${formatOf(locale).integer(share)}%` })}
    </dd>
  )
}

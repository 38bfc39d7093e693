import { type Debts as DebtsReply, homeDay } from '@kontor/contract/home/day'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Legend } from '../../components/charts/Legend.tsx'
import { Meter } from '../../components/charts/Meter.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { percentOf } from '../../lib/i18n/format.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useRefreshOf } from '../../lib/realtime/useEvents.ts'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import classes from './Lists.module.css'
import { Part, usePollInterval } from './Part.tsx'

/** The partners with the highest overdue debts: overdue part, debt and limit on one scale. */
export function Debts() {
  const t = useTranslations()
  const query = useApiQuery(homeDay.debts, {}, { refetchInterval: usePollInterval() })
  useRefreshOf('partners', [homeDay.debts])
  const partners = query.data?.partners ?? []
  const whole =
    Math.max(1, ...partners.flatMap(({ debt, limit }) => [Number(debt), Number(limit ?? 0)])) * 1.06
  return (
    <Part
      name="debts"
      title={t('home.debts.title')}
      end={
        <Link
          to="/partners"
          search={{ 'f.outOfCurrency': '>0', 'f.is_active': 'true', sort: '-outOfCurrency' }}
        >
          {t('home.debts.all')}
        </Link>
      }
      query={query}
      rows={[8, 42]}
    >
      {partners.length === 0 ? (
        <p className={classes.empty}>{t('home.debts.none')}</p>
      ) : (
        <>
          <DebtLegend />
          <ul className={classes.rows}>
            {partners.map((partner) => (
              <OnePartner key={partner.id} partner={partner} whole={whole} />
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}

interface OnePartnerProps {
  partner: DebtsReply['partners'][number]
  /** The amount of the full width of every meter. */
  whole: number
}

function OnePartner({ partner: { id, name, debt, overdue, limit }, whole }: OnePartnerProps) {
  const t = useTranslations()
  const { euro, integer } = useFormat()
  const share = limit ? percentOf(debt, limit) : undefined
  const late = Math.min(Number(overdue), Number(debt))
  return (
    <li>
      <p className={classes.line}>
        <span className={classes.name} title={name}>
          <PartnerLink id={id} name={name} />
        </span>
        <span className={classes.figures}>
          {late > 0 ? t('home.debts.late', { overdue: euro(overdue) }) : euro(debt)}{' '}
          {share !== undefined && <b data-over={share > 100 || undefined}>{integer(share)}%</b>}
        </span>
      </p>
      <Meter
        label={name}
        text={t('home.debts.says', {
          debt: euro(debt),
          overdue: euro(overdue),
          limit: limit ? euro(limit) : '–',
        })}
        parts={[late, Number(debt) - late]}
        whole={whole}
        {...(limit && { mark: Number(limit), isLimit: true })}
      />
    </li>
  )
}

function DebtLegend() {
  const t = useTranslations()
  return (
    <Legend className={classes.legend}>
      {(['late', 'rest', 'limit'] as const).map((part) => (
        <li key={part}>
          <i data-part={part} />
          {t(`home.debts.legend.${part}`)}
        </li>
      ))}
    </Legend>
  )
}

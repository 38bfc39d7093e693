import { type SignIn, signInFactors, signInOutcomes, signIns } from '@kontor/contract/users/signIns'
import { useTranslations } from 'use-intl'
import { NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './Devices.module.css'

/** The latest sign-in attempts with the user's name, to detect those of others. */
export function SignIns() {
  const t = useTranslations()
  const { data, error, refetch } = useApiQuery(signIns.own, {})
  return (
    <section className={classes.card} aria-labelledby="sign-ins">
      <header className={classes.head}>
        <h2 id="sign-ins">{t('settings.sign_ins')}</h2>
        <p>{data?.length === 0 ? t('settings.no_sign_ins') : t('settings.sign_ins_text')}</p>
      </header>
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      <ul>
        {data?.map((one) => (
          <Try key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

function Try({ one }: { one: SignIn }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { dateTime } = formatOf(locale)
  const outcome = signInOutcomes[one.outcome][locale]
  const label = one.tries > 1 ? t('settings.sign_in_tries', { outcome, count: one.tries }) : outcome
  const device = t('settings.device', {
    browser: one.browser ?? t('settings.other_browser'),
    system: one.system ? t(`settings.system.${one.system}`) : '',
  }).trim()
  return (
    <li className={classes.device}>
      <div className={classes.words}>
        <p className={classes.name}>
          {dateTime(one.at)}
          <StatusChip on tone={one.outcome === 'ok' ? 'ok' : 'warn'} label={label} />
        </p>
        <p className={classes.facts}>
          <span>{device}</span>
          <span>{one.address}</span>
          {one.factor && <span>{signInFactors[one.factor][locale]}</span>}
        </p>
      </div>
    </li>
  )
}

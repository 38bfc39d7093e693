import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { portalPartners } from '@kontor/contract/partners/portal'
import { portalSession } from '@kontor/contract/session/portal'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { Figures } from './Figures.tsx'
import classes from './ProfilePage.module.css'
import { Settings } from './Settings.tsx'

type Profile = ResponseBody<typeof portalPartners.profile>

/** The partner's master data, its figures, and the settings of this device. */
export function ProfilePage() {
  const t = useTranslations()
  const query = useApiQuery(portalPartners.profile, {})
  return (
    <Page title={t('portal.profile.title')} wide>
      <QueryState query={query} skeleton={<LoadingSkeleton count={5} height={240} />}>
        {(profile) => (
          <>
            <Who profile={profile} />
            <Figures profile={profile} />
          </>
        )}
      </QueryState>
      <Settings />
    </Page>
  )
}

function Who({ profile }: { profile: Profile }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const me = useApiQuery(portalSession.me, {}).data
  const facts = [
    ['code', String(profile.id)],
    ['user', me && `${me.name} (${me.username})`],
    ['phone', profile.phone],
    ['city', profile.city?.name],
    ['haynes', profile.haynes_pro_username],
    ['interests', profile.categories.map(({ name }) => name).join(', ')],
  ] as const
  return (
    <section className={`${cards.card} ${cards.padded}`}>
      <h2 className={cards.title}>{profile.name}</h2>
      <dl className={classes.facts}>
        {facts
          .filter(([key, value]) => value || key === 'user') // its row is reserved from the first render on
          .map(([key, value]) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{t(`portal.profile.${key}`)}</dt>
              <dd>{value || '…'}</dd>
            </div>
          ))}
      </dl>
      <p className={cards.muted} style={{ marginTop: 12 }}>
        {t('portal.profile.as_of', { at: formatOf(locale).dateTime(profile.figures_at) })}
      </p>
    </section>
  )
}

import { useTranslations } from 'use-intl'
import { useAbout } from '../../../lib/api/useAbout.ts'
import { FrontPage } from '../FrontPage.tsx'
import { SignInPanel } from '../SignInPanel.tsx'

/** The partners' sign-in page. */
export function PortalLoginPage() {
  const t = useTranslations()
  const about = useAbout()
  return (
    <FrontPage title={t('login.title')} name={t('portal.name')}>
      <SignInPanel
        mailsLinks={about?.mails_links}
        demo={about?.demo_partner ?? null}
        tagline={t('portal.tagline')}
        forgot={t('portal.forgot')}
      />
    </FrontPage>
  )
}

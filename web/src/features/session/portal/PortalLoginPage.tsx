import { useAbout } from '../../../lib/api/useAbout.ts'
import { useTexts } from '../../../lib/i18n/useTexts.ts'
import { FrontPage } from '../FrontPage.tsx'
import { SignInPanel } from '../SignInPanel.tsx'
import { texts as sessionTexts } from '../texts.ts'
import { texts } from './texts.ts'

/** The partners' sign-in page. */
export function PortalLoginPage() {
  const t = useTexts(sessionTexts, texts)
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

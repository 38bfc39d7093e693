import { useAbout } from '../../../kit/net/useAbout.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { Door } from '../Door.tsx'
import { FrontPage } from '../FrontPage.tsx'
import { texts as sessionTexts } from '../texts.ts'
import { texts } from './texts.ts'

/** The partners' door. */
export function PortalLoginPage() {
  const t = useTexts(sessionTexts, texts)
  const about = useAbout()
  return (
    <FrontPage title={t('login.title')} name={t('portal.name')}>
      <Door
        mailsLinks={about?.mails_links}
        demo={about?.demo_partner ?? null}
        tagline={t('portal.tagline')}
        forgot={t('portal.forgot')}
      />
    </FrontPage>
  )
}

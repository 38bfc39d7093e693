// In the order in which Mantine lays them over each other.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useEffect } from 'react'
import { useAbout } from '../../../kit/net/useAbout.ts'
import { Mark } from '../../../kit/shell/Mark.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { Door } from '../Door.tsx'
import { LoginFoot } from '../LoginFoot.tsx'
import classes from '../LoginPage.module.css'
import { Tread } from '../Tread.tsx'
import { texts as sessionTexts } from '../texts.ts'
import { texts } from './texts.ts'

/** The partners' door; looks like the office's, so that it is seen to be the same house. */
export function PortalLoginPage() {
  const t = useTexts(sessionTexts, texts)
  const about = useAbout()
  const title = t('login.title')
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <div className={classes.brand}>
          <Mark size={26} />
          {t('portal.name')}
        </div>
        <Door
          mailsLinks={about?.mails_links}
          demo={about?.demo_partner ?? null}
          tagline={t('portal.tagline')}
          forgot={t('portal.forgot')}
        />
        <LoginFoot build={about?.build} />
      </main>
      <Tread />
    </div>
  )
}

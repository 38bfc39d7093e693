// In the order in which Mantine lays them over each other.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useEffect } from 'react'
import { ConnectionBar } from '../../kit/live/ConnectionBar.tsx'
import { useAbout } from '../../kit/net/useAbout.ts'
import { Mark } from '../../kit/shell/Mark.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { LoginFoot } from './LoginFoot.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'
import { Tread } from './Tread.tsx'
import { texts } from './texts.ts'

/** For visitors only. Loads neither the shell nor the contract's schemas. */
export function LoginPage() {
  const t = useTexts(texts)
  const about = useAbout()
  const title = t('login.title')
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <ConnectionBar />
        <div className={classes.brand}>
          <Mark size={26} />
          Kontor
        </div>
        <LoginForm demo={about?.demo ?? null} tagline={t('app.tagline')} forgot={t('login.forgot_text')} />
        <LoginFoot build={about?.build} />
      </main>
      <Tread />
    </div>
  )
}

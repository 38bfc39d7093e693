// In the order in which Mantine lays them over each other.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo } from 'react'
import { ConnectionBar } from '../../kit/live/ConnectionBar.tsx'
import { useAbout } from '../../kit/net/useAbout.ts'
import { lazyPart } from '../../kit/router/lazyPart.ts'
import { pendingStep } from '../../kit/session/pendingStep.ts'
import { Mark } from '../../kit/shell/Mark.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { Door } from './Door.tsx'
import { LoginFoot } from './LoginFoot.tsx'
import classes from './LoginPage.module.css'
import { Tread } from './Tread.tsx'
import { texts } from './texts.ts'

// Few have a second step: it comes when it is asked for.
const SecondStepForm = lazyPart(() => import('./factor/SecondStepForm.tsx'), 'SecondStepForm')

/** For visitors only. Loads neither the shell nor the contract's schemas. */
export function LoginPage() {
  const t = useTexts(texts)
  const about = useAbout()
  const { step }: Record<string, unknown> = useSearch({ strict: false })
  const second = useMemo(() => (step === undefined ? null : pendingStep.read()), [step])
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
        {second ? (
          <Suspense>
            <SecondStepForm second={second} />
          </Suspense>
        ) : (
          <Door
            mailsLinks={about?.mails_links}
            demo={about?.demo ?? null}
            tagline={t('app.tagline')}
            forgot={t('login.forgot_text')}
          />
        )}
        <LoginFoot build={about?.build} />
      </main>
      <Tread />
    </div>
  )
}

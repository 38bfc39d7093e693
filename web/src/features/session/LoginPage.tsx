import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ConnectionBar } from '../../kit/live/ConnectionBar.tsx'
import { useAbout } from '../../kit/net/useAbout.ts'
import { lazyPart } from '../../kit/router/lazyPart.tsx'
import { pendingStep } from '../../kit/session/pendingStep.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { Door } from './Door.tsx'
import { FrontPage } from './FrontPage.tsx'
import { texts } from './texts.ts'

// Few have a second step: it comes when it is asked for.
const SecondStepForm = lazyPart(() => import('./factor/SecondStepForm.tsx'), 'SecondStepForm')

/** For visitors only. Loads neither the shell nor the contract's schemas. */
export function LoginPage() {
  const t = useTexts(texts)
  const about = useAbout()
  const { step }: Record<string, unknown> = useSearch({ strict: false })
  const second = useMemo(() => (step === undefined ? null : pendingStep.read()), [step])
  return (
    <FrontPage title={t('login.title')} bar={<ConnectionBar />}>
      {second ? (
        <SecondStepForm second={second} />
      ) : (
        <Door
          mailsLinks={about?.mails_links}
          demo={about?.demo ?? null}
          tagline={t('app.tagline')}
          forgot={t('login.forgot_text')}
        />
      )}
    </FrontPage>
  )
}

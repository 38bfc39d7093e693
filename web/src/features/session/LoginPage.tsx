import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionBar } from '../../components/ui/ConnectionBar.tsx'
import { useAbout } from '../../lib/api/useAbout.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { pendingStep, useStepAddress } from '../../lib/session/pendingStep.ts'
import { FrontPage } from './FrontPage.tsx'
import { SignInPanel } from './SignInPanel.tsx'

// Loaded on demand: few users have a second factor.
const SecondStepForm = lazyPart(() => import('./factor/SecondStepForm.tsx'), 'SecondStepForm')

/** The sign-in page. Loads neither the shell nor the contract's schemas. */
export function LoginPage() {
  const t = useTranslations()
  const about = useAbout()
  const { step }: Record<string, unknown> = useSearch({ strict: false })
  const second = useMemo(() => (step === undefined ? null : pendingStep.read()), [step])
  const goTo = useStepAddress()
  const leaveStep = useEffectEvent(() => goTo(undefined))
  const hasEnded = step !== undefined && !second
  // Otherwise the second step of the next sign-in would not change the URL.
  useEffect(() => {
    if (hasEnded) leaveStep()
  }, [hasEnded])
  return (
    <FrontPage title={t('login.title')} bar={<ConnectionBar />}>
      {second ? (
        <SecondStepForm second={second} />
      ) : (
        <SignInPanel
          mailsLinks={about?.mails_links}
          demo={about?.demo ?? null}
          tagline={t('app.tagline')}
          forgot={t('login.forgot_text')}
        />
      )}
    </FrontPage>
  )
}

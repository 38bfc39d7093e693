import { Button } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { returnPath } from '../../../lib/router/returnPath.ts'
import { pendingStep, useStepAddress } from '../../../lib/session/pendingStep.ts'
import classes from '../LoginPage.module.css'
import { SecondStepFields } from './SecondStepFields.tsx'
import { useSecondStep } from './useSecondStep.ts'

/** The second step on the sign-in page. */
export function SecondStepForm({ second }: { second: NonNullable<ReturnType<typeof pendingStep.read>> }) {
  const t = useTranslations()
  const router = useRouter()
  const search = useSearch({ strict: false })
  const goTo = useStepAddress()
  const { submit, isBusy, isEnded, ...step } = useSecondStep(second, () => {
    pendingStep.drop()
    router.history.replace(second.leadsTo ?? returnPath(search))
  })
  const back = () => {
    pendingStep.drop()
    goTo(undefined)
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <div>
        <h1>{t('login.second.title')}</h1>
        <p className={classes.tagline}>{t('login.second.for', { username: second.username })}</p>
      </div>
      {isEnded ? (
        <p className={classes.error} role="alert">
          {step.error}
        </p>
      ) : (
        <SecondStepFields {...step} />
      )}
      {!isEnded && step.kind && (
        <Button
          type="submit"
          fullWidth
          loading={isBusy}
          {...(step.kind === 'passkey' && { autoFocus: true })}
        >
          {t(step.kind === 'passkey' ? 'login.second.passkey' : 'login.second.submit')}
        </Button>
      )}
      <Button variant="default" fullWidth autoFocus={isEnded} onClick={back}>
        {t('login.second.back')}
      </Button>
    </form>
  )
}

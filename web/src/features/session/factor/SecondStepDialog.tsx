import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../../components/ui/dialog/Dialog.tsx'
import type { SecondStep } from '../../../lib/session/signIn.ts'
import { SecondStepFields } from './SecondStepFields.tsx'
import { useSecondStep } from './useSecondStep.ts'

interface Props {
  second: SecondStep
  onCancel: () => void
  /** Returns to the password. */
  onEnded: () => void
}

/** The second step over an open form, whose input stays. */
export function SecondStepDialog({ second, onCancel, onEnded }: Props) {
  const t = useTranslations()
  const form = useId()
  const { submit, isBusy, isEnded, ...step } = useSecondStep(second, () => {}) // the waiting calls continue by the session
  return (
    <Dialog
      title={t('login.second.title')}
      width={400}
      onClose={onCancel}
      buttons={
        <>
          <Button size="md" variant="default" data-mantine-stop-propagation="true" onClick={onEnded}>
            {t('login.second.back')}
          </Button>
          {step.kind && !isEnded && (
            <Button
              size="md"
              type="submit"
              form={form}
              loading={isBusy}
              data-mantine-stop-propagation="true"
              {...(step.kind === 'passkey' && { 'data-autofocus': true, autoFocus: true })}
            >
              {t(step.kind === 'passkey' ? 'login.second.passkey' : 'login.second.submit')}
            </Button>
          )}
        </>
      }
    >
      <DialogBody>
        <form id={form} noValidate onSubmit={submit}>
          {isEnded ? <p role="alert">{step.error}</p> : <SecondStepFields {...step} />}
        </form>
      </DialogBody>
    </Dialog>
  )
}

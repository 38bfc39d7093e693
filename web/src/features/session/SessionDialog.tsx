import { Button, PasswordInput, Text } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../components/ui/dialog/Dialog.tsx'
import { unsaved } from '../../components/ui/dialog/unsaved.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { session } from '../../lib/session/session.ts'
import { type SecondStep, signIn } from '../../lib/session/signIn.ts'
import { SecondStepFields } from './factor/SecondStepFields.tsx'
import { useSecondStep } from './factor/useSecondStep.ts'

/** The session has expired: sign in again over an open form, else go to /login. */
export function SessionDialog({ demand }: { demand: 'password' | 'leave' }) {
  const router = useRouter()
  const leave = async () => {
    const isOthers = session.isOthers()
    if (!(await unsaved.mayLeave())) return
    if (isOthers) return location.reload()
    session.end({ isExpired: true })
    const search = { to: router.state.location.publicHref }
    await router.navigate({ to: '/login', search, ignoreBlocker: true })
  }
  if (demand === 'leave') return <SessionEnded onClose={() => void leave()} />
  return <SignInAgain onCancel={() => void leave()} />
}

function SessionEnded({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  return (
    <Dialog
      title={t('session.ended')}
      width={400}
      onClose={onClose}
      buttons={
        <Button size="md" data-autofocus onClick={onClose}>
          {t('common.ok')}
        </Button>
      }
    >
      <DialogBody>
        <Text size="md" c="var(--text-2)">
          {t('validation.session')}
        </Text>
      </DialogBody>
    </Dialog>
  )
}

/** The form below stays as it is; Escape belongs to this dialog alone. */
function SignInAgain({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations()
  const form = useId()
  const isSaving = useIsMutating() > 0 // a pending save, not a background refetch
  const { error, isBusy, submit, second, setSecond } = useSignInAgain()
  if (second) return <SecondStepDialog second={second} onCancel={onCancel} onEnded={() => setSecond(null)} />
  return (
    <Dialog
      title={t('session.again')}
      width={400}
      onClose={onCancel}
      buttons={
        <>
          <Button size="md" variant="default" data-mantine-stop-propagation="true" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button size="md" type="submit" form={form} loading={isBusy} data-mantine-stop-propagation="true">
            {t('login.submit')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id={form} noValidate onSubmit={submit}>
          <Text size="sm" c="var(--text-2)" mb={20}>
            {t('session.again_text')} {isSaving && t('session.again_save')}
          </Text>
          <input type="hidden" name="username" autoComplete="username" value={session.username()} readOnly />
          <PasswordInput
            name="password"
            label={`${t('login.password')} (${session.username()})`}
            autoComplete="current-password"
            data-autofocus
            data-mantine-stop-propagation="true"
            error={error}
            visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
          />
        </form>
      </DialogBody>
    </Dialog>
  )
}

interface Props {
  second: SecondStep
  onCancel: () => void
  /** Returns to the password. */
  onEnded: () => void
}

/** The second step over an open form, whose input stays. */
function SecondStepDialog({ second, onCancel, onEnded }: Props) {
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

function useSignInAgain() {
  const message = useMessage()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [second, setSecond] = useState<SecondStep | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (!password) return setError(message('validation.field'))
    setBusy(true)
    void signIn(session.username(), password).then((rejection) => {
      setBusy(false)
      setSecond(rejection?.second ?? null)
      setError(rejection && !rejection.second ? message(rejection.key, rejection.params) : null)
    })
  }
  return { error, isBusy, submit, second, setSecond }
}

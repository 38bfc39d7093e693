import { Button, PasswordInput, Text } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../components/ui/dialog/Dialog.tsx'
import { SubmitDialog } from '../../components/ui/dialog/SubmitDialog.tsx'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { unsaved } from '../../lib/router/unsaved.ts'
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
    if (isOthers || session.token()) return location.reload() // signed in meanwhile in another tab
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
        <Text c="var(--text-2)">{t('validation.session')}</Text>
      </DialogBody>
    </Dialog>
  )
}

/** The form below stays as it is; Escape belongs to this dialog alone. */
function SignInAgain({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations()
  const isSaving = useIsMutating() > 0 // a pending save, not a background refetch
  const { error, isBusy, submit, second, setSecond } = useSignInAgain()
  if (second) return <SecondStepDialog second={second} onCancel={onCancel} onEnded={() => setSecond(null)} />
  return (
    <SubmitDialog
      title={t('session.again')}
      width={400}
      isBusy={isBusy}
      cancel={ownKeys}
      submit={{ ...ownKeys, children: t('login.submit') }}
      onSubmit={submit}
      onClose={onCancel}
    >
      <Text size="sm" c="var(--text-2)" mb={20}>
        {t('session.again_text')} {isSaving && t('session.again_save')}
      </Text>
      <input type="hidden" name="username" autoComplete="username" value={session.username()} readOnly />
      <PasswordInput
        name="password"
        label={`${t('login.password')} (${session.username()})`}
        autoComplete="current-password"
        data-autofocus
        {...ownKeys}
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
      />
    </SubmitDialog>
  )
}

interface SecondStepProps {
  second: SecondStep
  onCancel: () => void
  /** Returns to the password. */
  onEnded: () => void
}

/** The second step over an open form, whose input stays. */
function SecondStepDialog({ second, onCancel, onEnded }: SecondStepProps) {
  const t = useTranslations()
  const { submit, isBusy, isEnded, ...step } = useSecondStep(second, () => {}) // the waiting calls continue by the session
  const isPasskey = step.kind === 'passkey'
  return (
    <SubmitDialog
      title={t('login.second.title')}
      width={400}
      isBusy={isBusy}
      cancel={{ ...ownKeys, children: t('login.second.back'), onClick: onEnded }}
      submit={
        step.kind && !isEnded
          ? {
              ...ownKeys,
              children: t(isPasskey ? 'login.second.passkey' : 'login.second.submit'),
              ...(isPasskey && { 'data-autofocus': true, autoFocus: true }),
            }
          : null
      }
      onSubmit={submit}
      onClose={onCancel}
    >
      {isEnded ? <p role="alert">{step.error}</p> : <SecondStepFields {...step} />}
    </SubmitDialog>
  )
}

/** Keeps Mantine's key handlers of the dialog below from running. */
const ownKeys = { 'data-mantine-stop-propagation': 'true' } as const

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

import type { FactorKind } from '@kontor/contract/lib/http/errors'
import { type FormEvent, useState } from 'react'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { answerWithPasskey, knowsPasskeys } from '../../../lib/session/passkeys.ts'
import { type SecondStep, type SignInError, signInSecond } from '../../../lib/session/signIn.ts'

/** The state of the second step; the methods are ordered by how often users have them at hand. */
export function useSecondStep(second: SecondStep, onSignedIn: () => void) {
  const message = useMessage()
  const kinds = second.kinds.filter((kind) => kind !== 'passkey' || knowsPasskeys())
  const [kind, setKind] = useState<FactorKind | undefined>(kinds[0])
  const [signInError, setSignInError] = useState<SignInError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (step: Parameters<typeof signInSecond>[1]) => {
    const failure = await signInSecond(second, step)
    if (!failure) return onSignedIn()
    setBusy(false)
    setSignInError(failure)
  }
  const askPasskey = async () => {
    const passkey = await answerWithPasskey(second.passkey ?? {})
    if (passkey) return send({ passkey })
    setBusy(false)
    setSignInError({ key: 'login.second.passkey_failed' })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const field = event.currentTarget.elements.namedItem('code')
    const typed = field instanceof HTMLInputElement ? field.value.trim() : ''
    if (field instanceof HTMLInputElement) field.select()
    if (kind !== 'passkey' && !typed) return setSignInError({ key: 'validation.field' })
    setSignInError(null)
    setBusy(true)
    void (kind === 'passkey'
      ? askPasskey()
      : send(kind === 'totp' ? { code: typed } : { recovery_code: typed }))
  }
  return {
    kind,
    others: kinds.filter((one) => one !== kind),
    pick(next: FactorKind) {
      setSignInError(null)
      setKind(next)
    },
    error: signInError && message(signInError.key, signInError.params),
    /** The sign-in must start again with the password. */
    isEnded: signInError?.key === 'login.ticket_ended',
    isBusy,
    submit,
  }
}

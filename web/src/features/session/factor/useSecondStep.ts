import type { FactorKind } from '@kontor/contract/lib/http/errors'
import { type FormEvent, useState } from 'react'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { answerWithPasskey, knowsPasskeys } from '../../../lib/session/passkeys.ts'
import { type SecondStep, type SignInError, signInSecond } from '../../../lib/session/signIn.ts'

/** The second step as its form goes through it, in the order in which people have most of it at hand. */
export function useSecondStep(second: SecondStep, onSignedIn: () => void) {
  const message = useMessage()
  const kinds = second.kinds.filter((kind) => kind !== 'passkey' || knowsPasskeys())
  const [kind, setKind] = useState<FactorKind | undefined>(kinds[0])
  const [refused, setRefused] = useState<SignInError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (step: Parameters<typeof signInSecond>[1]) => {
    const refusal = await signInSecond(second, step)
    if (!refusal) return onSignedIn()
    setBusy(false)
    setRefused(refusal)
  }
  const askPasskey = async () => {
    const passkey = await answerWithPasskey(second.passkey ?? {})
    if (passkey) return send({ passkey })
    setBusy(false)
    setRefused({ key: 'login.second.passkey_failed' })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const field = event.currentTarget.elements.namedItem('code')
    const typed = field instanceof HTMLInputElement ? field.value.trim() : ''
    if (field instanceof HTMLInputElement) field.select()
    if (kind !== 'passkey' && !typed) return setRefused({ key: 'validation.field' })
    setRefused(null)
    setBusy(true)
    void (kind === 'passkey'
      ? askPasskey()
      : send(kind === 'totp' ? { code: typed } : { recovery_code: typed }))
  }
  return {
    kind,
    others: kinds.filter((one) => one !== kind),
    pick(next: FactorKind) {
      setRefused(null)
      setKind(next)
    },
    error: refused && message(refused.key, refused.params),
    /** The password is asked for again. */
    isEnded: refused?.key === 'login.ticket_ended',
    isBusy,
    submit,
  }
}

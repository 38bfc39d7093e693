import { useSearch } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { lazyPart, WaitingContext } from '../../lib/router/lazyPart.tsx'
import { LoginForm } from './LoginForm.tsx'

// Rarely needed: whoever signs in loads none of it.
const ForgotForm = lazyPart(() => import('./password/ForgotForm.tsx'), 'ForgotForm')

type Props = Omit<ComponentProps<typeof LoginForm>, 'onForgot' | 'isForgotten'> & {
  /** Whether a link to a new password is mailed; unknown until the server has said so. */
  mailsLinks: boolean | undefined
}

/** The form to sign in with, or the one that asks for a link to a new password. */
export function SignInPanel({ mailsLinks, ...form }: Props) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [isForgotten, setForgotten] = useState(search.forgot === '1')
  // Pressed before the server has said whether it mails links, the button does the same a moment later.
  if (mailsLinks === false) return <LoginForm {...form} isForgotten={isForgotten} onForgot={undefined} />
  const signIn = <LoginForm {...form} isForgotten={false} onForgot={() => setForgotten(true)} />
  if (!isForgotten) return signIn
  return (
    <WaitingContext value={signIn}>
      <ForgotForm onBack={() => setForgotten(false)} />
    </WaitingContext>
  )
}

import { useSearch } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { FallbackContext, lazyPart } from '../../lib/router/lazyPart.tsx'
import { LoginForm } from './LoginForm.tsx'

// Loaded on demand.
const ForgotForm = lazyPart(() => import('./password/ForgotForm.tsx'), 'ForgotForm')

type SignInPanelProps = Omit<ComponentProps<typeof LoginForm>, 'onForgot' | 'isForgotten'> & {
  /** Whether password links are mailed; undefined until known. */
  mailsLinks: boolean | undefined
}

/** The sign-in form, or the form that requests a password link. */
export function SignInPanel({ mailsLinks, ...form }: SignInPanelProps) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [isForgotten, setForgotten] = useState(search.forgot === '1')
  // Pressed before the server has answered whether it mails links, the button acts as soon as it has.
  if (mailsLinks === false) return <LoginForm {...form} isForgotten={isForgotten} onForgot={undefined} />
  const signIn = <LoginForm {...form} isForgotten={false} onForgot={() => setForgotten(true)} />
  if (!isForgotten) return signIn
  return (
    <FallbackContext value={signIn}>
      <ForgotForm onBack={() => setForgotten(false)} />
    </FallbackContext>
  )
}

import { passwordLinks } from '@kontor/contract/session/passwordLinks'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionBar } from '../../../components/ui/ConnectionBar.tsx'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { useAbout } from '../../../lib/api/useAbout.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { FrontPage } from '../FrontPage.tsx'
import classes from '../LoginPage.module.css'
import { NewPasswordForm } from './NewPasswordForm.tsx'

type State = 'looking' | 'done' | { username: string } | { refusal: ApiError }

/** The target of a mailed link: sets a new password, or explains why the link is no longer valid. */
export function NewPasswordPage() {
  const t = useTranslations()
  const about = useAbout()
  // In the fragment, which browsers do not send.
  const [token] = useState(() => location.hash.slice(1))
  const [state, setState] = useState<State>('looking')
  useEffect(() => {
    apiRequest(passwordLinks.get, { body: { token } })
      .then(setState)
      .catch((error: unknown) => setState(refusedFor(error)))
  }, [token])
  return (
    <FrontPage title={t('password_link.title')} bar={<ConnectionBar />}>
      {state === 'done' && <End title={t('password_link.done')} text={t('password_link.done_text')} />}
      {typeof state === 'object' && 'refusal' in state && <LinkError error={state.refusal} />}
      {typeof state === 'object' && 'username' in state && (
        <NewPasswordForm
          token={token}
          username={state.username}
          min={about?.password_min_length ?? 4}
          onDone={() => setState('done')}
          onError={(error) => setState(refusedFor(error))}
        />
      )}
    </FrontPage>
  )
}

const refusedFor = (error: unknown): State => ({
  refusal: error instanceof ApiError ? error : new ApiError(0, { message: 'error.internal' }),
})

function LinkError({ error }: { error: ApiError }) {
  const t = useTranslations()
  const message = useMessage()
  const isLink = error.status === 422
  return (
    <End
      title={t('password_link.bad')}
      text={isLink ? t('login.link') : message(error.body.message, error.body.params)}
      again
    />
  )
}

/** The final state of the page. */
function End({ title, text, again = false }: { title: string; text: string; again?: boolean }) {
  const t = useTranslations()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.form}>
      <div role="status">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={classes.tagline}>{text}</p>
      </div>
      <div className={classes.help}>
        <Link to="/login" search={again ? { forgot: '1' } : {}} className={classes.link ?? ''}>
          {t(again ? 'password_link.again' : 'password_link.sign_in')}
        </Link>
      </div>
    </div>
  )
}

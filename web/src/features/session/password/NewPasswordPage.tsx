import { passwordLinks } from '@kontor/contract/session/passwordLinks'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionBar } from '../../../components/ui/ConnectionBar.tsx'
import { type ApiError, apiErrorOf, apiRequest } from '../../../lib/api/apiRequest.ts'
import { useAbout } from '../../../lib/api/useAbout.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { FormError } from '../FormError.tsx'
import { FrontPage } from '../FrontPage.tsx'
import classes from '../LoginPage.module.css'
import { NewPasswordForm } from './NewPasswordForm.tsx'

type State = 'looking' | 'done' | 'bad' | { username: string } | { failure: ApiError }

/** The target of a mailed link: sets a new password, or explains why the link is no longer valid. */
export function NewPasswordPage() {
  const t = useTranslations()
  const token = useToken()
  return (
    <FrontPage title={t('password_link.title')} bar={<ConnectionBar />}>
      <NewPassword key={token} token={token} />
    </FrontPage>
  )
}

/** In the fragment, which browsers do not send. Another link opened in the same tab changes nothing else. */
function useToken() {
  const [token, setToken] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return token
}

function NewPassword({ token }: { token: string }) {
  const t = useTranslations()
  const about = useAbout()
  const [state, setState] = useState<State>('looking')
  useEffect(() => {
    if (state !== 'looking') return
    apiRequest(passwordLinks.get, { body: { token } })
      .then(setState)
      .catch((error: unknown) => {
        const failure = apiErrorOf(error)
        setState(failure.status === 422 ? 'bad' : { failure })
      })
  }, [token, state])
  if (state === 'looking') return null
  if (state === 'done') return <End title={t('password_link.done')} text={t('password_link.done_text')} />
  if (state === 'bad') return <End title={t('password_link.bad')} text={t('login.link')} again />
  if ('failure' in state) return <NotLoaded error={state.failure} onRetry={() => setState('looking')} />
  return (
    <NewPasswordForm
      token={token}
      username={state.username}
      min={about?.password_min_length ?? 4}
      onDone={() => setState('done')}
      onBad={() => setState('bad')}
    />
  )
}

function NotLoaded({ error: { body }, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useTranslations()
  const message = useMessage()
  return (
    <div className={classes.form}>
      <h1>{t('common.not_loaded')}</h1>
      <FormError>{message(body.message, body.params)}</FormError>
      <Button fullWidth onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
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

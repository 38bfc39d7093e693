import { isShortPassword } from '@kontor/contract/lib/fields/short-password'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { apiErrorOf, send } from '../../../lib/api/apiRequest.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { session } from '../../../lib/session/session.ts'
import { FormError } from '../FormError.tsx'
import classes from '../LoginPage.module.css'

interface NewPasswordFormProps {
  token: string
  /** The user, for password managers. */
  username: string
  /** Minimum length set on the server. */
  min: number
  onDone: () => void
  /** The link is no longer valid. */
  onBad: () => void
}

type PasswordErrors = Partial<Record<'password' | 'confirmPassword', string>>

/** The new password, twice. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { username, min } = props
  const t = useTranslations()
  const { wrong, failure, isBusy, submit } = useNewPassword(props)
  const shown = { visibilityToggleButtonProps: { 'aria-label': t('common.show_password'), tabIndex: 0 } }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <div>
        <h1>{t('password_link.title')}</h1>
        <p className={classes.tagline}>{t('password_link.text')}</p>
      </div>
      {failure && <FormError>{failure}</FormError>}
      <TextInput
        name="username"
        label={t('login.username')}
        autoComplete="username"
        value={username}
        readOnly
      />
      <PasswordInput
        name="password"
        label={t('password_link.password')}
        description={t('form.password_help', { min })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        autoFocus
        required
        aria-invalid={wrong.password ? true : undefined}
        error={wrong.password}
        {...shown}
      />
      <PasswordInput
        name="confirmPassword"
        label={t('settings.confirm_password')}
        autoComplete="new-password"
        required
        aria-invalid={wrong.confirmPassword ? true : undefined}
        error={wrong.confirmPassword}
        {...shown}
      />
      <Button type="submit" fullWidth loading={isBusy}>
        {t('password_link.save')}
      </Button>
    </form>
  )
}

/** Validates and saves. */
function useNewPassword({ token, username, min, onDone, onBad }: NewPasswordFormProps) {
  const t = useTranslations()
  const message = useMessage()
  const [wrong, setWrong] = useState<PasswordErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const refuse = (form: HTMLFormElement, fields: PasswordErrors) => {
    setWrong(fields)
    const first = form.elements.namedItem(fields.password ? 'password' : 'confirmPassword')
    if (first instanceof HTMLInputElement) first.focus()
  }
  const save = async (form: HTMLFormElement, password: string, confirmPassword: string) => {
    setBusy(true)
    try {
      const body = { token, password, confirmPassword }
      await send({ method: 'PUT', path: '/api/password_links' }, { body })
      // All sessions of this user have ended, including this one.
      if (session.username() === username) session.end()
      onDone()
    } catch (error) {
      const { status, body } = apiErrorOf(error)
      const { errors = {}, params } = body
      const fields = Object.entries(errors).map(([name, [key = '']]) => [name, message(key, params)])
      if (fields.length > 0) refuse(form, Object.fromEntries(fields))
      else if (status === 422) onBad()
      else setFailure(message(body.message, params))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const formData = new FormData(form)
    const [password, confirm] = ['password', 'confirmPassword'].map((name) =>
      String(formData.get(name) ?? ''),
    )
    const fields: PasswordErrors = {
      ...(isShortPassword(password ?? '', min) && { password: t('validation.short_password', { min }) }),
      ...(!confirm && { confirmPassword: t('validation.field') }),
      ...(confirm && password !== confirm && { confirmPassword: t('validation.password_match') }),
    }
    if (fields.password || fields.confirmPassword) return refuse(form, fields)
    setWrong({})
    setFailure(null)
    void save(form, password ?? '', confirm ?? '')
  }
  return { wrong, failure, isBusy, submit }
}

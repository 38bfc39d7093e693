import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LinkButton } from '../../components/ui/LinkButton.tsx'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { appBase } from '../../lib/router/appBase.ts'
import { returnPath } from '../../lib/router/returnPath.ts'
import { pendingStep, useStepAddress } from '../../lib/session/pendingStep.ts'
import { type SecondStep, signIn } from '../../lib/session/signIn.ts'
import { FormError } from './FormError.tsx'
import classes from './LoginPage.module.css'

interface Credentials {
  username: string
  password: string
}

interface LoginFormProps extends Omit<PasswordHelpProps, 'isChanging' | 'setChanging'> {
  demo: Credentials | null
  /** Tagline below the title. */
  tagline: string
}

/** The sign-in form with its errors. */
export function LoginForm({ demo, tagline, ...help }: LoginFormProps) {
  const t = useTranslations()
  const form = useRef<HTMLFormElement>(null)
  const [isChanging, setChanging] = useState(false)
  const { missing, error, otherApp, isBusy, submit } = useSignIn(isChanging ? appBase.ownPassword : null)
  const required = t('validation.field')
  const fill = ({ username, password }: Credentials) => {
    const fields = form.current?.elements
    if (!fields) return
    for (const [name, value] of Object.entries({ username, password })) {
      const field = fields.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <div>
        <h1>{t('login.title')}</h1>
        <p className={classes.tagline}>{tagline}</p>
      </div>
      {error && (
        <FormError>
          {error} {otherApp && <OtherAppLink {...otherApp} />}
        </FormError>
      )}
      <TextInput
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        error={missing.includes('username') && required}
      />
      <PasswordInput
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        required
        error={missing.includes('password') && required}
        visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
      />
      <Button type="submit" fullWidth loading={isBusy}>
        {t(isChanging ? 'login.submit_change' : 'login.submit')}
      </Button>
      <PasswordHelp {...help} isChanging={isChanging} setChanging={setChanging} />
      {demo && <DemoNote username={demo.username} onFill={() => fill(demo)} />}
    </form>
  )
}

interface PasswordHelpProps {
  /** Who resets passwords, when links are not mailed. */
  forgot: string
  /** Whether that is shown initially. */
  isForgotten: boolean
  /** Requests a link, when links are mailed. */
  onForgot: (() => void) | undefined
  /** Whether signing in continues with a new password. */
  isChanging: boolean
  setChanging: (isChanging: boolean) => void
}

/** The password options of a visitor, each with an explanation. */
function PasswordHelp({ forgot, onForgot, isChanging, setChanging, ...helpProps }: PasswordHelpProps) {
  const t = useTranslations()
  const id = useId()
  const [isForgotten, setForgotten] = useState(helpProps.isForgotten)
  const pick = (changing: boolean, forgotten: boolean) => {
    setChanging(changing)
    setForgotten(forgotten)
  }
  return (
    <div className={classes.help}>
      <LinkButton
        {...(!onForgot && { 'aria-expanded': isForgotten, 'aria-controls': id })}
        onClick={onForgot ?? (() => pick(false, !isForgotten))}
      >
        {t('login.forgot')}
      </LinkButton>
      <LinkButton aria-expanded={isChanging} aria-controls={id} onClick={() => pick(!isChanging, false)}>
        {t('login.change')}
      </LinkButton>
      <p id={id} hidden={!isForgotten && !isChanging} role="status">
        {isChanging ? t('login.change_text') : forgot}
      </p>
    </div>
  )
}

/** The other app, for users with valid credentials in the wrong app. */
const otherApps: Record<string, { href: string; label: 'login.to_app' | 'login.to_office' }> = {
  'login.partner': { href: '/app', label: 'login.to_app' },
  'login.office': { href: '/', label: 'login.to_office' },
}

function OtherAppLink({ href, label }: (typeof otherApps)[string]) {
  const t = useTranslations()
  return (
    <a className={classes.link} href={href}>
      {t(label)}
    </a>
  )
}

/** After sign-in, goes to `then`, or to the page that was requested. */
function useSignIn(then: string | null) {
  const router = useRouter()
  const search = useSearch({ strict: false })
  const goTo = useStepAddress()
  const message = useMessage()
  const [missing, setMissing] = useState<string[]>([])
  const [signInError, setSignInError] = useState<Awaited<ReturnType<typeof signIn>>>(null)
  const [isBusy, setBusy] = useState(false)
  // The second step is a history entry of its own: back returns to the password, and reload stays.
  const openSecondStep = (second: SecondStep) => {
    pendingStep.keep({ ...second, leadsTo: then })
    goTo('2')
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const formData = new FormData(form)
    const text = (name: string) => String(formData.get(name) ?? '')
    const empty = ['username', 'password'].filter((name) => text(name).trim() === '')
    setMissing(empty)
    setSignInError(null)
    if (empty[0]) return focusOn(form, empty[0])
    setBusy(true)
    const error = await signIn(text('username'), text('password'))
    if (!error) return router.history.replace(then ?? returnPath(search))
    setBusy(false)
    if (error.second) return openSecondStep(error.second)
    setSignInError(error)
    focusOn(form, 'password')
  }
  return {
    missing,
    error: signInError && message(signInError.key, signInError.params),
    otherApp: signInError && otherApps[signInError.key],
    isBusy,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  }
}

function focusOn(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}

/** The demo credentials, while the demo data is loaded. */
function DemoNote({ username, onFill }: { username: string; onFill: () => void }) {
  const t = useTranslations()
  return (
    <div className={classes.note}>
      <IconInfoCircle size={18} aria-hidden />
      <p>
        {t.rich('login.demo', { username, b: (text) => <b>{text}</b> })}{' '}
        <LinkButton onClick={onFill}>{t('login.fill')}</LinkButton>
      </p>
    </div>
  )
}

import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, send } from '../../../lib/api/apiRequest.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { FormError } from '../FormError.tsx'
import classes from '../LoginPage.module.css'

/** Requests a password link, and shows where it is sent. The response is the same for unknown users. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const t = useTranslations()
  const message = useMessage()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('who')
    const who = field instanceof HTMLInputElement ? field.value.trim() : ''
    setMissing(who === '')
    setFailure(null)
    if (who === '') return field instanceof HTMLInputElement && field.focus()
    setBusy(true)
    try {
      await send({ method: 'POST', path: '/api/password_links' }, { body: { who } })
      setSentTo(who)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    }
    setBusy(false)
  }
  if (sentTo !== null) return <Sent who={sentTo} onBack={onBack} />
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h1>{t('password_link.forgot')}</h1>
        <p className={classes.tagline}>{t('password_link.forgot_text')}</p>
      </div>
      {failure && <FormError>{message(failure.body.message, failure.body.params)}</FormError>}
      <TextInput
        name="who"
        label={t('password_link.who')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        maxLength={254}
        error={isMissing && t('validation.field')}
      />
      <Button type="submit" fullWidth loading={isBusy}>
        {t('password_link.send')}
      </Button>
      <Back onBack={onBack} />
    </form>
  )
}

function Sent({ who, onBack }: { who: string; onBack: () => void }) {
  const t = useTranslations()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={classes.form}>
      <div role="status">
        <h1 ref={title} tabIndex={-1}>
          {t('password_link.sent')}
        </h1>
        <p className={classes.tagline}>{t('password_link.sent_text', { who })}</p>
      </div>
      <p className={classes.tagline}>{t('password_link.sent_help')}</p>
      <Back onBack={onBack} />
    </div>
  )
}

function Back({ onBack }: { onBack: () => void }) {
  const t = useTranslations()
  return (
    <div className={classes.help}>
      <button type="button" className={classes.link} onClick={onBack}>
        {t('password_link.back')}
      </button>
    </div>
  )
}

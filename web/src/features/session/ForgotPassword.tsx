import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './LoginPage.module.css'

/** Nothing is mailed: an administrator gives a new password, and this says so. */
export function ForgotPassword() {
  const t = useTranslations()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.forgot}>
      <button
        type="button"
        className={classes.link}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('login.forgot')}
      </button>
      <p id={id} hidden={!isOpen} role="status">
        {t('login.forgot_text')}
      </p>
    </div>
  )
}

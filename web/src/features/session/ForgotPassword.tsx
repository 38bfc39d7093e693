import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './LoginPage.module.css'

/** Nothing is mailed: somebody gives a new password, and this says who. */
export function ForgotPassword({ text }: { text: string }) {
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
        {text}
      </p>
    </div>
  )
}

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './LoginPage.module.css'

interface Props {
  /** Who gives a new password, where no link is mailed. */
  forgot: string
  /** Whether that is shown from the start. */
  isForgotten: boolean
  /** Asks for a link, where one is mailed. */
  onForgot: (() => void) | undefined
  /** Whether signing in leads to a new password. */
  isChanging: boolean
  setChanging: (isChanging: boolean) => void
}

/** What there is to do about a password without being signed in, each with its explanation. */
export function PasswordHelp({ forgot, onForgot, isChanging, setChanging, ...given }: Props) {
  const t = useTranslations()
  const id = useId()
  const [isForgotten, setForgotten] = useState(given.isForgotten)
  const pick = (changing: boolean, forgotten: boolean) => {
    setChanging(changing)
    setForgotten(forgotten)
  }
  return (
    <div className={classes.help}>
      <button
        type="button"
        className={classes.link}
        {...(!onForgot && { 'aria-expanded': isForgotten, 'aria-controls': id })}
        onClick={onForgot ?? (() => pick(false, !isForgotten))}
      >
        {t('login.forgot')}
      </button>
      <button
        type="button"
        className={classes.link}
        aria-expanded={isChanging}
        aria-controls={id}
        onClick={() => pick(!isChanging, false)}
      >
        {t('login.change')}
      </button>
      <p id={id} hidden={!isForgotten && !isChanging} role="status">
        {isChanging ? t('login.change_text') : forgot}
      </p>
    </div>
  )
}

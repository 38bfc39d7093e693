import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './LoginPage.module.css'

interface Props {
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
export function PasswordHelp({ forgot, onForgot, isChanging, setChanging, ...helpProps }: Props) {
  const t = useTranslations()
  const id = useId()
  const [isForgotten, setForgotten] = useState(helpProps.isForgotten)
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

import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Mark } from '../../../components/shell/Mark.tsx'
import { useLogout } from '../../../lib/session/useLogout.ts'
import classes from './AppSecret.module.css'
import { Factors } from './Factors.tsx'

interface FactorNeededProps {
  username: string
  /** Whether it has been set up. */
  isDone: boolean
  onDone: () => void
}

/** Replaces every screen until a user whose role requires a second factor has set one up. */
export function FactorNeeded({ username, isDone, onDone }: FactorNeededProps) {
  const t = useTranslations()
  const logout = useLogout()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${t('factor.needed')} · Kontor`
    title.current?.focus()
  }, [t])
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Mark size={26} />
        Kontor
      </div>
      <h1 ref={title} tabIndex={-1}>
        {t('factor.needed')}
      </h1>
      <p>{t('factor.needed_text')}</p>
      <Factors username={username} />
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void logout()}>
          {t('factor.sign_out')}
        </Button>
        {isDone && <Button onClick={onDone}>{t('factor.go_on')}</Button>}
      </div>
    </main>
  )
}

import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Mark } from '../../../components/shell/Mark.tsx'
import { Dialog } from '../../../components/ui/dialog/Dialog.tsx'
import { useLogout } from '../../../lib/session/useLogout.ts'
import classes from './AppSecret.module.css'
import { Factors } from './Factors.tsx'

interface FactorNeededProps {
  username: string
  /** Whether it has been set up. */
  isDone: boolean
  onDone: () => void
}

/** Covers every screen and its dialogs until a user whose role requires a second factor has set one up. */
export function FactorNeeded({ username, isDone, onDone }: FactorNeededProps) {
  const t = useTranslations()
  const logout = useLogout()
  useEffect(() => {
    const before = document.title
    document.title = `${t('factor.needed')} · Kontor`
    return () => {
      document.title = before
    }
  }, [t])
  return (
    <Dialog title={t('factor.needed')} full ownHead onClose={() => {}}>
      <div className={classes.page}>
        <div className={classes.brand}>
          <Mark size={26} />
          Kontor
        </div>
        <h1 data-autofocus tabIndex={-1}>
          {t('factor.needed')}
        </h1>
        <p>{t('factor.needed_text')}</p>
        <Factors username={username} />
        <div className={classes.foot}>
          <Button variant="default" onClick={() => void logout()}>
            {t('shell.logout')}
          </Button>
          {isDone && <Button onClick={onDone}>{t('factor.go_on')}</Button>}
        </div>
      </div>
    </Dialog>
  )
}

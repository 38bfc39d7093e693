import { Link } from '@tanstack/react-router'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'
import classes from './UsersTabs.module.css'

const whole = { explicitUndefined: true }

/** The two halves of the screen, told apart by the address: the users, and what their roles may do. */
export function UsersTabs() {
  const t = useTexts(texts)
  return (
    <nav className={classes.tabs} aria-label={t('roles.screen')}>
      <Link to="/users" search={{ tab: undefined }} activeOptions={whole}>
        {t('features.users.title')}
      </Link>
      <Link to="/users" search={{ tab: 'roles' }} activeOptions={whole}>
        {t('features.roles.title')}
      </Link>
    </nav>
  )
}

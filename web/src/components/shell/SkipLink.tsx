import { useTranslations } from 'use-intl'
import classes from './SkipLink.module.css'

/** Leads keyboard users past the navigation; seen while it has the focus. */
export function SkipLink() {
  const t = useTranslations()
  return (
    <a className={classes.skip} href="#main">
      {t('shell.skip')}
    </a>
  )
}

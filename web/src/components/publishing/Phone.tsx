import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Mark } from '../shell/Mark.tsx'
import classes from './Phone.module.css'

interface PhoneProps {
  /** Over the phone. */
  above?: ReactNode
  /** For what is no more than a few lines. */
  short?: true
  children: ReactNode
}

/** A phone with what a partner will see on it. It can be scrolled by the keyboard; it is read when one goes there. */
export function Phone({ above, short, children }: PhoneProps) {
  const t = useTranslations()
  return (
    <div className={classes.place}>
      {above}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label={t('compose.preview')} tabIndex={0} className={classes.phone} data-short={short}>
        <div className={classes.screen}>{children}</div>
      </section>
    </div>
  )
}

/** A message as a phone's system shows it when it comes: no more than the lines that it has room for. */
export function PushCard({ title, text }: { title: string; text: string }) {
  const t = useTranslations()
  return (
    <div className={classes.push}>
      <Mark size={36} />
      <div className={classes.words}>
        <p className={classes.from}>Kontor · {t('compose.now')}</p>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{text}</p>
      </div>
    </div>
  )
}

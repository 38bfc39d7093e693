import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Mark } from '../shell/Mark.tsx'
import classes from './Phone.module.css'

interface PhoneProps {
  /** Above the phone. */
  above?: ReactNode
  /** For content of a few lines. */
  short?: true
  children: ReactNode
}

/**
 * A phone frame that previews what a partner sees. It is focusable, for scrolling by keyboard and for
 * screen readers.
 */
export function Phone({ above, short, children }: PhoneProps) {
  const t = useTranslations()
  return (
    <div className={classes.container}>
      {above}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable */}
      <section aria-label={t('compose.preview')} tabIndex={0} className={classes.phone} data-short={short}>
        <div className={classes.screen}>{children}</div>
      </section>
    </div>
  )
}

/** A push notification as a phone shows it, truncated to the available lines. */
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

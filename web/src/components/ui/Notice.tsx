import { type Icon, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './Notice.module.css'
import { PlainButton } from './PlainButton.tsx'

interface NoticeProps {
  icon: Icon
  title: string
  /** Heading level; 1 when the notice is the whole page. */
  level?: 1 | 2
  text: ReactNode
  /** Buttons. */
  children?: ReactNode
}

/** An empty state: icon, title, text and buttons. */
export function Notice({ icon: Icon, title, level = 2, text, children }: NoticeProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={classes.notice}>
      <Icon size={28} stroke={1.4} aria-hidden />
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.text}>{text}</p>
      {children && <div className={classes.actions}>{children}</div>}
    </section>
  )
}

interface FailedProps {
  title: string
  /** Heading level. */
  level?: 1 | 2
  /** The reason, or what was not lost. */
  text?: string
  onRetry: () => void
}

/** Shown when loading failed: the reason, with a retry button. */
export function Failed({ title, level = 2, text = '', onRetry }: FailedProps) {
  const t = useTranslations()
  return (
    <Notice icon={IconPlugConnectedX} level={level} title={title} text={text}>
      <PlainButton icon={IconRefresh} onClick={onRetry}>
        {t('common.retry')}
      </PlainButton>
    </Notice>
  )
}

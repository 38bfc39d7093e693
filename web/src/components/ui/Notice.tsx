import { type Icon, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './Notice.module.css'
import { PlainButton } from './PlainButton.tsx'

interface Props {
  icon: Icon
  title: string
  /** The level of the title; a page that is nothing but this notice has 1. */
  level?: 1 | 2
  text: ReactNode
  /** Buttons that lead on. */
  children?: ReactNode
}

/** What stands where content would be: one icon, a title, a sentence and the way on. */
export function Notice({ icon: Sign, title, level = 2, text, children }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={classes.notice}>
      <Sign size={28} stroke={1.4} aria-hidden />
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.text}>{text}</p>
      {children && <div className={classes.actions}>{children}</div>}
    </section>
  )
}

interface FailedProps {
  title: string
  /** Of the title, as a notice's. */
  level?: 1 | 2
  /** Why, or what is kept all the same. */
  text?: string
  onRetry: () => void
}

/** What stands where something could not be read: why, and once more. */
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

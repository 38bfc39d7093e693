import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

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

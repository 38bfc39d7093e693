import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

interface RecordTitleProps {
  name: string
  /** The list that one came from, as it was left. */
  back: { to: string; search: Readonly<Record<string, unknown>>; label: string }
  /** What stands beside the name. */
  children: ReactNode
}

/** At the head of a record's own page: the way back to its list, and its name. */
export const RecordTitle = ({ name, back: { label, ...list }, children }: RecordTitleProps) => (
  <>
    <Link {...list} className={classes.back}>
      <IconArrowLeft size={16} stroke={1.6} aria-hidden />
      {label}
    </Link>
    <div className={classes.title}>
      <h1>{name}</h1>
      {children}
    </div>
  </>
)

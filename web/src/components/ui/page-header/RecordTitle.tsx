import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

interface RecordTitleProps {
  name: string
  /** The list to go back to, in its previous state. */
  back: { to: string; search: Readonly<Record<string, unknown>>; label: string }
  /** After the name. */
  children: ReactNode
}

/** The header of a record's page: back link and name. */
export const RecordTitle = ({ name, back: { label, ...list }, children }: RecordTitleProps) => (
  <>
    <Link {...list} activeOptions={{ exact: true }} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {label}
    </Link>
    <div className={classes.title}>
      <h1>{name}</h1>
      {children}
    </div>
  </>
)

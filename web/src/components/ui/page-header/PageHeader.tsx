// The header of a screen.
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

interface PageHeaderProps {
  /** Absent when the screen is part of one that has a title. */
  title: string | undefined
  /** Number of rows. */
  count?: ReactNode
  /** Further content after the title. */
  aside?: ReactNode
  /** The tools, at the right end. */
  children?: ReactNode
}

/** The header line of a screen. */
export const PageHeader = ({ title, count, aside, children }: PageHeaderProps) => (
  <header className={classes.head}>
    {title !== undefined && <h1>{title}</h1>}
    {count !== undefined && <RowCount>{count}</RowCount>}
    {aside}
    {children && <div className={classes.tools}>{children}</div>}
  </header>
)

/** The number of rows. Mounted while still empty, so that screen readers announce it (live region). */
export const RowCount = ({ children }: { children: ReactNode }) => (
  <span className={classes.count} role="status">
    {children}
  </span>
)

/** The content below the header of a screen that is neither a list nor a tree: a padded column. */
export const PageBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.body}>{children}</div>
)

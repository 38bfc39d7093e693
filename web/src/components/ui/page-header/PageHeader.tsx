// The frame of a screen: what stands at its head, and the place of what is under it.
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

interface ScreenHeadProps {
  /** Absent where the screen is a part of one that has a title. */
  title: string | undefined
  /** How much there is. */
  count?: ReactNode
  /** What else stands beside the title. */
  aside?: ReactNode
  /** The tools, at the right end. */
  children?: ReactNode
}

/** The first line of a screen. */
export const PageHeader = ({ title, count, aside, children }: ScreenHeadProps) => (
  <header className={classes.head}>
    {title !== undefined && <h1>{title}</h1>}
    {count !== undefined && <RowCount>{count}</RowCount>}
    {aside}
    {children && <div className={classes.tools}>{children}</div>}
  </header>
)

/** How much there is. It stands there while nothing is known, so that a screen reader says what comes. */
export const RowCount = ({ children }: { children: ReactNode }) => (
  <span className={classes.count} role="status">
    {children}
  </span>
)

/** What stands under the first line, where it is neither a list nor a tree: parts below each other, away from the edges. */
export const PageBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.body}>{children}</div>
)

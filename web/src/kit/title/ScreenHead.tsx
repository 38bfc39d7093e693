// title: what stands at the head of a screen. Also entered at RecordTitle.tsx (over a record's own page).
import type { ReactNode } from 'react'
import classes from './title.module.css'

interface ScreenHeadProps {
  /** Absent where the screen is a part of one that has a title. */
  title: string | undefined
  /** How much there is. */
  count?: ReactNode
  /** What else stands beside the title. */
  beside?: ReactNode
  /** The tools, at the right end. */
  children?: ReactNode
}

/** The first line of a screen. */
export const ScreenHead = ({ title, count, beside, children }: ScreenHeadProps) => (
  <header className={classes.head}>
    {title !== undefined && <h1>{title}</h1>}
    {count !== undefined && <HowMuch>{count}</HowMuch>}
    {beside}
    {children && <div className={classes.tools}>{children}</div>}
  </header>
)

/** How much there is. It stands there while nothing is known, so that a screen reader says what comes. */
export const HowMuch = ({ children }: { children: ReactNode }) => (
  <span className={classes.count} role="status">
    {children}
  </span>
)

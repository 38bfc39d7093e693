import type { ReactNode } from 'react'
import classes from './TabLinks.module.css'

/** The parts of one screen that have addresses of their own: links, of which the router marks the current one. */
export const TabLinks = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={classes.tabs} aria-label={label}>
    {children}
  </nav>
)

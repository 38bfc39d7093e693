import type { ReactNode } from 'react'
import classes from './parts.module.css'

interface SectionProps {
  title: string
  /** At the right of the title. */
  aside?: ReactNode
  /** What is shown is still that of the record before. */
  isStale?: boolean
  children: ReactNode
}

/** A part of a preview. The caller leaves out one that has nothing to show. */
export const Section = ({ title, aside, isStale, children }: SectionProps) => (
  <section className={classes.section} data-stale={isStale || undefined}>
    <header>
      <h3>{title}</h3>
      {aside}
    </header>
    {children}
  </section>
)

/** A way from a section to all there is of it. */
export const SectionLink = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <button type="button" className={classes.link} onClick={onClick}>
    {children}
  </button>
)

/** Lines of a section: what it is at the left, what of it at the right. */
export const Lines = ({ children }: { children: ReactNode }) => <ul className={classes.lines}>{children}</ul>

/** A few numbers side by side, each a <div> with its name and its value. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={classes.figures}>{children}</dl>
)

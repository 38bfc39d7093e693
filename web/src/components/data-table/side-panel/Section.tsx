import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import classes from './parts.module.css'

interface SectionProps {
  title: string
  /** Right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of a preview. The caller omits empty ones. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <section className={classes.section}>
    <header>
      <h3>{title}</h3>
      {aside}
    </header>
    {children}
  </section>
)

/** A link from a section to the full list. */
export const SectionLink = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <LinkButton onClick={onClick}>{children}</LinkButton>
)

/** Rows of a section: label at the left, value at the right. */
export const Lines = ({ children }: { children: ReactNode }) => <ul className={classes.lines}>{children}</ul>

/** Key figures side by side, each a <div> with name and value. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={classes.figures}>{children}</dl>
)

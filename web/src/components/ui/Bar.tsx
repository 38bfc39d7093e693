import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

interface BarProps {
  icon?: Icon
  /** `warn` is amber. */
  tone?: 'plain' | 'warn'
  /** Lies over the content and lets clicks through: for what passes in seconds. */
  floats?: boolean
  children: ReactNode
}

/** A banner across the top of its content; in the flow, so it covers nothing, unless it floats. */
export const Bar = ({ icon: Icon, tone = 'plain', floats, children }: BarProps) => (
  <div className={classes.bar} data-tone={tone} data-floats={floats || undefined}>
    {Icon && <Icon size={18} aria-hidden />}
    {children}
  </div>
)

import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

interface Props {
  icon?: Icon
  /** `warn` is amber. */
  tone?: 'plain' | 'warn'
  children: ReactNode
}

/** A banner across the top of its content; in the flow, so it covers nothing. */
export const Bar = ({ icon: Icon, tone = 'plain', children }: Props) => (
  <div className={classes.bar} data-tone={tone}>
    {Icon && <Icon size={18} stroke={1.6} aria-hidden />}
    {children}
  </div>
)

import type { ReactNode } from 'react'
import classes from './legend.module.css'

/** The legend of a chart: a list of `<li><i /> name</li>`, whose `<i>` the caller colours. */
export const Legend = ({
  className = '',
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) => <ul className={`${classes.legend} ${className}`}>{children}</ul>

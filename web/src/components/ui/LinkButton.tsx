import type { ComponentProps } from 'react'
import classes from './LinkButton.module.css'

/** A button that looks like a link in a text. */
export const LinkButton = ({ className = '', ...props }: ComponentProps<'button'>) => (
  <button type="button" className={`${classes.link} ${className}`} {...props} />
)

import { IconAlertTriangle } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './SecretDialog.module.css'

/** A highlighted warning. */
export const Warning = ({ className = '', children, ...rest }: ComponentProps<'p'>) => (
  <p className={`${classes.warning} ${className}`} {...rest}>
    <IconAlertTriangle size={18} aria-hidden />
    {children}
  </p>
)

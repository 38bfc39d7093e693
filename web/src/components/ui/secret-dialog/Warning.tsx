import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './SecretDialog.module.css'

/** A highlighted warning. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <p className={classes.warning}>
    <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
    {children}
  </p>
)

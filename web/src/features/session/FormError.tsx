import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './LoginPage.module.css'

/** Why a form of the sign-in pages was refused, above its fields. */
export const FormError = ({ children }: { children: ReactNode }) => (
  <p className={classes.error} role="alert">
    <IconAlertCircle size={18} aria-hidden />
    <span>{children}</span>
  </p>
)

import type { ReactNode } from 'react'
import classes from './form.module.css'

/** Fields left, something of its own (a picture) right; one below the other on a phone. */
export const FormColumns = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className={classes.columns}>
    <div>{children}</div>
    {aside}
  </div>
)

/** Two short fields side by side. */
export const FormRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
)

/** Fields that belong together under a heading, as many side by side as have room. */
export const FormGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** One below the other, with room between. */
export const FormStack = ({ children }: { children: ReactNode }) => (
  <div className={classes.stack}>{children}</div>
)

/** A quiet sentence where fields will be. */
export const FormHint = ({ children }: { children: ReactNode }) => <p className={classes.hint}>{children}</p>

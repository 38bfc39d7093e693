import type { ComponentProps, ReactNode } from 'react'
import classes from './form.module.css'

/** Fields at the left, an aside (a picture) at the right; stacked on phones. */
export const FormColumns = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className={classes.columns}>
    <div>{children}</div>
    {aside}
  </div>
)

/** Two short fields in a row, with handlers of what happens in either of them. */
export const FormRow = (
  props: Pick<ComponentProps<'div'>, 'children' | 'onPaste' | 'onBlur' | 'onKeyDown'>,
) => <div className={classes.row} {...props} />

/** A group of fields under a heading, in as many columns as fit. */
export const FormGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** Fields in a column with gaps. */
export const FormStack = ({ children }: { children: ReactNode }) => (
  <div className={classes.stack}>{children}</div>
)

/** A hint in place of fields that are not shown yet. */
export const FormHint = ({ children }: { children: ReactNode }) => <p className={classes.hint}>{children}</p>

import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './PlainButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  icon?: Icon
  small?: boolean
}

/** A button where a page must not wait for Mantine's: in what says that something went wrong, on every first screen. */
export const PlainButton = ({ icon: Sign, small, children, ...rest }: Props) => (
  <button type="button" className={classes.button} data-small={small || undefined} {...rest}>
    {Sign && <Sign size={small ? 14 : 16} stroke={1.6} aria-hidden />}
    {children}
  </button>
)

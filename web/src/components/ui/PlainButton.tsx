import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './PlainButton.module.css'

interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  icon?: Icon
  small?: boolean
}

/** A button that does not load Mantine's, for error states of every first screen. */
export const PlainButton = ({ icon: Icon, small, children, ...rest }: PlainButtonProps) => (
  <button type="button" className={classes.button} data-small={small || undefined} {...rest}>
    {Icon && <Icon size={small ? 14 : 16} aria-hidden />}
    {children}
  </button>
)

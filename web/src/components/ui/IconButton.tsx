import type { IconProps } from '@tabler/icons-react'
import type { ComponentProps, ComponentType } from 'react'
import classes from './IconButton.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: ComponentType<IconProps>
  /** Accessible name and tooltip. */
  label: string
  /** The shortcut, shown in the tooltip. */
  keys?: string
  /** `small` in table rows. */
  size?: 'small' | 'normal'
  /** Drawn as pressed: what it opens is open. */
  pressed?: boolean
}

/** A button that is only an icon. Its tooltip is `title`, which costs nothing in a table of a hundred rows. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  size = 'normal',
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={`${classes.button} ${className ?? ''}`}
      data-size={size}
      data-pressed={pressed || undefined}
      title={keys ? `${label} (${keys.toUpperCase()})` : label}
      {...(keys && { 'aria-keyshortcuts': keys })}
      aria-label={label}
      {...rest}
    >
      <Icon size={size === 'small' ? 16 : 18} stroke={1.6} aria-hidden />
    </button>
  )
}

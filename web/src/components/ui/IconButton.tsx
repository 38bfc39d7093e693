import type { IconProps } from '@tabler/icons-react'
import type { ComponentProps, ComponentType } from 'react'
import classes from './IconButton.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Absent where it is not seen yet. */
  icon: ComponentType<IconProps> | undefined
  /** Accessible name and tooltip. */
  label: string
  /** The shortcut, shown in the tooltip. */
  keys?: string
  /** `small` in table rows. */
  size?: 'small' | 'normal'
  /** Rendered as pressed: what it opens is open. */
  pressed?: boolean
  /** A word beside the icon where the screen is wide; the label begins with it. */
  word?: string
}

/** An icon button. Its tooltip is the `title` attribute, which is cheap in tables with many rows. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  size = 'normal',
  pressed,
  word,
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
      {Icon && <Icon size={size === 'small' ? 16 : 18} aria-hidden />}
      {word && <span>{word}</span>}
    </button>
  )
}

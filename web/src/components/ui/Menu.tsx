import { type Icon, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import classes from './Menu.module.css'
import { usePopup } from './usePopup.ts'

interface MenuProps {
  /** The button that opens the menu. */
  target: ReactElement<ComponentProps<'button'>>
  /** Pixels; by its content when absent. */
  width?: number
  children: ReactNode
}

/** A dropdown menu. It uses the browser's popover, so that no positioning library is loaded. */
export function Menu({ target, width, children }: MenuProps) {
  const { isOpen, button, panel, close } = usePopup(width)
  const choose = ({ target: clicked }: MouseEvent) => {
    if (clicked instanceof Element && clicked.closest('[role^=menuitem]')) close()
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') close()
    if (event.key === 'Escape') event.stopPropagation() // closes the menu only
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
    const next = nextPlace(
      event.key,
      items.findIndex((item) => item.matches(':focus')),
    )
    if (next === undefined || items.length === 0) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }
  return (
    <>
      {cloneElement(target, { ...button, 'aria-haspopup': 'menu' })}
      <div
        {...panel}
        role="menu"
        className={classes.panel}
        aria-labelledby={button.id}
        onClick={choose}
        onKeyDown={move}
      >
        {isOpen && children}
      </div>
    </>
  )
}

/** Index of the item that a key moves to, from the end when negative. */
function nextPlace(key: string, now: number): number | undefined {
  if (key === 'ArrowDown') return now + 1
  if (key === 'ArrowUp') return now < 0 ? -1 : now - 1
  if (key === 'Home') return 0
  return key === 'End' ? -1 : undefined
}

interface ItemProps {
  icon?: Icon
  /** At the right end. */
  end?: ReactNode
  /** Target screen, with its search params. */
  to?: string
  search?: Record<string, string>
  /** A radio item, of which one is checked. */
  checked?: boolean
  onClick?: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, end, to, search, checked, onClick, children }: ItemProps) {
  const content = (
    <>
      {checked && <IconCheck size={16} aria-hidden />}
      {checked === false && <span className={classes.empty} />}
      {Icon && <Icon size={16} aria-hidden />}
      <span className={classes.words}>{children}</span>
      {end}
    </>
  )
  if (to) {
    return (
      <Link role="menuitem" tabIndex={-1} className={classes.item} to={to} search={search ?? {}}>
        {content}
      </Link>
    )
  }
  const checking =
    checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked }
  return (
    <button type="button" tabIndex={-1} className={classes.item} onClick={onClick} {...checking}>
      {content}
    </button>
  )
}

/** A text shown when there are no items. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <div role="menuitem" aria-disabled tabIndex={-1} className={classes.label}>
    {children}
  </div>
)

export const MenuLine = () => <hr className={classes.line} />

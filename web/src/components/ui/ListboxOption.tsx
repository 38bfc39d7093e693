import { type ComponentProps, useEffect, useRef } from 'react'

interface ListboxOptionProps
  extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'tabIndex' | 'onMouseDown' | 'onKeyDown'> {
  id: string
  /** The keyboard is at this option: it scrolls into view. */
  isCurrent: boolean
}

/**
 * An option of a listbox. An input keeps the focus and handles the keys (aria-activedescendant). What was pressed is
 * what is chosen, also when late results move the options before the button is released.
 */
export function ListboxOption({ isCurrent, ...props }: ListboxOptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <div
      ref={option}
      role="option"
      tabIndex={-1}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onMouseDown={(event) => event.preventDefault()} // Keeps the focus in the input.
      onKeyDown={undefined}
      {...props}
    />
  )
}

import { useWindowEvent } from '@mantine/hooks'
import { type CSSProperties, useEffect, useState } from 'react'
import classes from './FocusTooltip.module.css'

/** Pixels between an element and its tooltip, and the height that the tooltip needs. */
const GAP = 6
const HEIGHT = 36

/** Shows the `title` of a button or link that the keyboard has reached; browsers show it under the pointer only. */
export function FocusTooltip() {
  const [shown, setShown] = useState<{ element: HTMLElement; style: CSSProperties }>()
  const hide = () => setShown(undefined)
  const show = (element: EventTarget | null) => {
    const isTitled =
      element instanceof HTMLElement && element.matches('button[title]:focus-visible, a[title]:focus-visible')
    setShown(isTitled ? { element, style: besideElement(element) } : undefined)
  }
  useWindowEvent('focusin', ({ target }) => show(target))
  useWindowEvent('focusout', hide)
  useWindowEvent('click', hide)
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && hide())
  // The browser scrolls to what gets the focus.
  useWindowEvent('scroll', () => shown && show(document.activeElement), { capture: true })
  // Some browsers send no event when the focused element is removed.
  useEffect(() => {
    if (!shown) return
    const removals = new MutationObserver(() => shown.element.isConnected || setShown(undefined))
    removals.observe(document.body, { childList: true, subtree: true })
    return () => removals.disconnect()
  }, [shown])
  // The text is generated, because the element already has it for screen readers.
  return (
    shown && (
      <div className={classes.tooltip} style={shown.style} data-tooltip={shown.element.title} aria-hidden />
    )
  )
}

/** Beside an icon of the folded menu, else below the element or, at the bottom of the window, above it. */
function besideElement(element: HTMLElement): CSSProperties {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (element.closest('nav[data-folded]'))
    return { left: right + GAP, top: (top + bottom) / 2, translate: '0 -50%' }
  const isLeft = left + right < innerWidth
  return {
    ...(isLeft ? { left: Math.max(left, GAP) } : { right: Math.max(innerWidth - right, GAP) }),
    ...(bottom + HEIGHT < innerHeight ? { top: bottom + GAP } : { bottom: innerHeight - top + GAP }),
  }
}

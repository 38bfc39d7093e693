import { type RefObject, useEffect } from 'react'

/** How long the code that has removed the focused element can focus another one, in ms. */
const GRACE_MS = 50

/**
 * Whether nothing has the focus, or only the screen or dialog with this element, as {@link useFocusFallback} leaves
 * it.
 */
export function isFocusLost(part: Element | null): boolean {
  const active = document.activeElement
  return (
    !active || active === document.body || (active.matches('main, [aria-modal]') && active.contains(part))
  )
}

/** When the focused element was removed and nothing else has the focus, focuses the open dialog, else the screen. */
export function useFocusFallback(screen: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let focused: EventTarget | null = null
    let timer = 0
    const fallBack = () => {
      if (document.activeElement !== document.body) return
      const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal]')].at(-1)
      const next = dialog ?? screen.current
      next?.focus({ preventScroll: true })
    }
    const onFocus = ({ target }: FocusEvent) => {
      focused = target
    }
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Node) || focused.isConnected) return
      focused = null
      clearTimeout(timer)
      timer = window.setTimeout(fallBack, GRACE_MS)
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [screen])
}

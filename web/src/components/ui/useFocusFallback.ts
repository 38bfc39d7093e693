import { type RefObject, useEffect } from 'react'

/** How long the code that has removed the focused element can focus another one, in ms. */
const GRACE_MS = 50

/** Whether nothing has the focus, or only the screen or dialog with this element, as {@link useFocusFallback} leaves it. */
export function isFocusLost(part: Element | null): boolean {
  const active = document.activeElement
  return (
    !active || active === document.body || (active.matches('main, [aria-modal]') && active.contains(part))
  )
}

/**
 * Keeps the focus on screen. When the focused element was removed, hidden or disabled, and nothing else has the focus,
 * focuses the open dialog, else the screen. A button that was disabled while it was loading gets the focus back.
 */
export function useFocusFallback(screen: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let focused: HTMLElement | null = null
    let timer = 0
    const keep = () => {
      if (document.activeElement !== document.body) return
      const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal]')].at(-1)
      const next = dialog ?? screen.current
      next?.focus({ preventScroll: true })
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      focused = target instanceof HTMLElement ? target : null
    }
    // A click on an empty area blurs an element that stays. Chrome also fires it before it removes an element.
    const onFocusOut = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === focused && focused && isUsable(focused)) focused = null
      })
    const observer = new MutationObserver(() => {
      if (!focused || document.activeElement === focused) return
      if (isUsable(focused)) {
        if (document.activeElement === document.body) focused.focus({ preventScroll: true })
      } else if (!isLoading(focused)) {
        focused = null
        clearTimeout(timer)
        timer = window.setTimeout(keep, GRACE_MS)
      }
    })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    const attributeFilter = ['disabled', 'hidden', 'data-loading']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter })
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [screen])
}

const isUsable = (element: HTMLElement) => element.checkVisibility() && !element.matches(':disabled')
const isLoading = (element: HTMLElement) => element.checkVisibility() && element.matches('[data-loading]')

import { useLayoutEffect } from 'react'

/**
 * Restores the focus. Mantine does so when a dialog closes, but ours unmount to reset their state. When
 * one dialog replaces another, the first restores the focus before the second takes it. An element that is gone is
 * replaced by the screen.
 */
export function useFocusReturn() {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (!(before instanceof HTMLElement)) return
      if (before.isConnected) before.focus({ preventScroll: true })
      else queueMicrotask(focusScreen)
    }
  }, [])
}

/** Focuses the screen when nothing has the focus: the focused element is gone. */
export function focusScreen() {
  if (document.activeElement !== document.body || document.querySelector('[aria-modal]')) return
  document.querySelector('main')?.focus({ preventScroll: true })
}

import { useLayoutEffect } from 'react'

/**
 * Restores the focus. Mantine does so when a dialog closes, but ours unmount to reset their state. When
 * one dialog replaces another, the first restores the focus before the second takes it.
 */
export function useFocusReturn() {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}

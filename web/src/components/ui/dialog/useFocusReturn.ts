import { useLayoutEffect } from 'react'

/**
 * Gives the focus back to where it was. Mantine does when a dialog is closed; ours are taken away, so that they begin
 * anew each time. When one dialog takes another's place, the first gives the focus back before the second asks for it.
 */
export function useFocusReturn() {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
}

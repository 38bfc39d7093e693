import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * After navigation, focuses the new screen's title, so that a screen reader announces it, unless the
 * screen focuses a field. After sign-in and on load, focuses the main element, so that the next Tab goes
 * to the screen and not through the navigation.
 */
export function useFocusOnArrival(main: RefObject<HTMLElement | null>, onArrival?: () => void) {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (!path || last.current === path) return
    const isFirst = last.current === undefined
    last.current = path
    if (isFirst) {
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
      return
    }
    onArrival?.()
    if (document.activeElement?.closest('[role=dialog], [data-autofocus]')) return
    const title = main.current?.querySelector('h1') ?? main.current
    if (title && title.tabIndex < 0) title.tabIndex = -1
    title?.focus({ preventScroll: true })
  }, [path, main, onArrival])
}

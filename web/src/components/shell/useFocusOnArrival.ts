import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * After a change of screen the focus is on its title, so that a screen reader says where one has arrived, unless it has
 * a field to begin in. After signing
 * in, and when the app is opened, it is on the screen: the next Tab leads to what can be done there and not through the
 * whole menu.
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

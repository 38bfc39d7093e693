import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { inNextFrame } from '../../lib/layout/nextFrame.ts'

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
    if (!isFirst) onArrival?.()
    const before = document.activeElement
    return inNextFrame(() => {
      const { activeElement, body } = document
      if (activeElement !== before && activeElement !== body) return // the user or the screen was faster
      if (isFirst) {
        if (activeElement === body) main.current?.focus({ preventScroll: true })
        return
      }
      if (activeElement?.closest('[role=dialog], [data-autofocus]')) return
      const title = main.current?.querySelector('h1') ?? main.current
      if (title && title.tabIndex < 0) title.tabIndex = -1
      title?.focus({ preventScroll: true })
    })
  }, [path, main, onArrival])
}

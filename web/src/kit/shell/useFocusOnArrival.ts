import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** After a change of screen the focus is on its title, so that a screen reader says where one has arrived. */
export function useFocusOnArrival(main: RefObject<HTMLElement | null>, onArrival?: () => void) {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    const isFirst = last.current === undefined
    last.current = path
    onArrival?.()
    if (isFirst || document.activeElement?.closest('[role=dialog]')) return
    const title = main.current?.querySelector('h1') ?? main.current
    if (title && title.tabIndex < 0) title.tabIndex = -1
    title?.focus({ preventScroll: true })
  }, [path, main, onArrival])
}

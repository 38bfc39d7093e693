import { type RefObject, useEffect } from 'react'

const EVENTS = ['beforeinput', 'keydown', 'mousedown', 'click', 'drop'] as const

/** Keys that change no value: the focus may move on. */
const MOVES = new Set(['Tab', 'Escape'])

/**
 * Ignores input into an element while it is being saved: a change made then would be lost when the answer closes it.
 * The focus stays, which `inert` and `disabled` would drop.
 */
export function useBlockInput(element: RefObject<HTMLElement | null>, isBlocked: boolean) {
  useEffect(() => {
    const form = isBlocked ? element.current : null
    if (!form) return
    const ignore = (event: Event) => {
      if (event instanceof KeyboardEvent && MOVES.has(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    for (const name of EVENTS) form.addEventListener(name, ignore, { capture: true })
    return () => {
      for (const name of EVENTS) form.removeEventListener(name, ignore, { capture: true })
    }
  }, [element, isBlocked])
}

import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'

interface Heard {
  type: (change: (typed: string) => string) => void
  enter: () => void
  leave: () => void
}

/**
 * From the moment that a field is asked for its keys are its own: while its code is on the way, and while a dialog that
 * has just opened takes the focus. What lies below hears none of them.
 */
export function useEarlyKeys(isAsked: boolean, field: RefObject<HTMLElement | null>, heard: Heard) {
  const take = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') heard.enter()
    else if (key === 'Escape') heard.leave()
    else if (key === 'Backspace') heard.type((typed) => typed.slice(0, -1))
    else if (key.length === 1) heard.type((typed) => typed + key)
  }
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isAsked || event.target === field.current || event.isComposing) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      field.current?.focus()
      take(event)
    },
    { capture: true },
  )
}

import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'

interface KeyHandlers {
  type: (change: (typed: string) => string) => void
  enter: () => void
  onCancel: () => void
}

/**
 * Collects keys for a field that was requested and is not focused yet: while its code loads, and while
 * its dialog opens. Nothing below receives them.
 */
export function useEarlyKeys(
  isRequested: boolean,
  field: RefObject<HTMLElement | null>,
  handlers: KeyHandlers,
) {
  const take = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') handlers.enter()
    else if (key === 'Escape') handlers.onCancel()
    else if (key === 'Backspace') handlers.type((typed) => typed.slice(0, -1))
    else if (key.length === 1) handlers.type((typed) => typed + key)
  }
  const isElsewhere = (event: Event) => isRequested && event.target !== field.current
  const claim = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    field.current?.focus()
  }
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isElsewhere(event) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      claim(event)
      take(event)
    },
    { capture: true },
  )
  // Letters without a single-key shortcut.
  useWindowEvent(
    'beforeinput',
    (event) => {
      const { data } = event
      if (!isElsewhere(event) || !event.cancelable || !data) return
      claim(event)
      handlers.type((typed) => typed + data)
    },
    { capture: true },
  )
}

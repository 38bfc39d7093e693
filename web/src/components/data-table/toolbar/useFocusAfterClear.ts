import { type RefObject, useEffect, useRef } from 'react'

/** When the bar of what is picked goes away with the focus, a row that was picked has it, else the first one or the title. */
export function useFocusLeft(bar: RefObject<HTMLElement | null>) {
  const place = useRef<Element>(null)
  const picked = useRef<Element>(null)
  useEffect(() => {
    place.current ??= bar.current?.closest('[role=dialog], main') ?? document.body
    picked.current = place.current.querySelector('tbody tr[aria-selected=true]') ?? picked.current
  })
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      const row = picked.current?.isConnected ? picked.current : null
      const next =
        row ?? place.current?.querySelector('tbody tr[data-id]') ?? place.current?.querySelector('h1')
      if (!(next instanceof HTMLElement)) return
      if (next.tabIndex < 0) next.tabIndex = -1
      next.focus({ preventScroll: true })
    },
    [],
  )
}

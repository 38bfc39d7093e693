import { useEffectEvent, useLayoutEffect, useState } from 'react'

/** Open layers over the page, the topmost last. */
const open: symbol[] = []

/** Escape closes the topmost layer only. */
export function useEscape(onClose: () => void) {
  const [layer] = useState(() => Symbol('in front'))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
    if (open.at(-1) !== layer) return
    event.preventDefault() // otherwise the layer below would handle the same key
    onClose()
  })
  // A layout effect: on a slow machine a key comes before other effects run.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    open.push(layer)
    addEventListener('keydown', listener)
    return () => {
      open.splice(open.indexOf(layer), 1)
      removeEventListener('keydown', listener)
    }
  }, [layer])
}

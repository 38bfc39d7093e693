import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** Open layers over the page, the topmost last. */
const open: symbol[] = []

/** Escape closes the topmost layer only. */
export function useEscape(onClose: () => void) {
  const [layer] = useState(() => Symbol('in front'))
  useEffect(() => {
    open.push(layer)
    return () => void open.splice(open.indexOf(layer), 1)
  }, [layer])
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
    if (open.at(-1) !== layer) return
    event.preventDefault() // otherwise the layer below would handle the same key
    onClose()
  })
}

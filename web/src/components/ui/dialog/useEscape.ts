import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** What is open over the page, the one in front last. */
const open: symbol[] = []

/** Escape closes what is in front and no other. */
export function useEscape(onClose: () => void) {
  const [own] = useState(() => Symbol('in front'))
  useEffect(() => {
    open.push(own)
    return () => void open.splice(open.indexOf(own), 1)
  }, [own])
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
    if (open.at(-1) !== own) return
    event.preventDefault() // the next dialog is in front as soon as this one is gone, and hears the same key
    onClose()
  })
}

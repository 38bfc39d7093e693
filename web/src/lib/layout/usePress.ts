import { useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds from the end of a touch to its click. */
const CLICK_DELAY = 300

/**
 * A ref that is true from the press of a pointer until its click was handled, because a click misses what moves
 * meanwhile. `onEnd` is called afterwards.
 */
export function usePress(onEnd: () => void) {
  const isPressed = useRef(false)
  const ended = useEffectEvent(onEnd)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = () => {
      clearTimeout(timer)
      isPressed.current = true
    }
    const endAfter = (ms: number) => () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isPressed.current = false
        ended()
      }, ms)
    }
    const ends = new AbortController()
    const on = { capture: true, signal: ends.signal }
    document.addEventListener('pointerdown', press, on)
    document.addEventListener('click', endAfter(0), on)
    document.addEventListener('pointerup', endAfter(CLICK_DELAY), on) // not every press is a click
    for (const end of ['pointercancel', 'contextmenu']) document.addEventListener(end, endAfter(0), on)
    return () => {
      ends.abort()
      clearTimeout(timer)
    }
  }, [])
  return isPressed
}

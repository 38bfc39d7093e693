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
    const stop = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const press = () => {
      stop()
      isPressed.current = true
    }
    const endAfter = (ms: number) => () => {
      stop()
      timer = setTimeout(() => {
        timer = undefined
        isPressed.current = false
        ended()
      }, ms)
    }
    /** The end of a press went to a native menu or another program. */
    const move = ({ buttons }: PointerEvent) => {
      if (isPressed.current && timer === undefined && buttons === 0) endAfter(0)()
    }
    const ends = new AbortController()
    const on = { capture: true, signal: ends.signal }
    document.addEventListener('pointerdown', press, on)
    document.addEventListener('click', endAfter(0), on)
    document.addEventListener('pointerup', endAfter(CLICK_DELAY), on) // not every press is a click
    for (const end of ['pointercancel', 'contextmenu']) document.addEventListener(end, endAfter(0), on)
    document.addEventListener('pointermove', move, on)
    window.addEventListener('blur', endAfter(0), { signal: ends.signal })
    return () => {
      ends.abort()
      stop()
      isPressed.current = false
    }
  }, [])
  return isPressed
}

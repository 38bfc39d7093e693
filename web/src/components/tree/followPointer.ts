/**
 * A drag starts after a mouse moved 5 pixels, or after a finger rested this many milliseconds; a finger
 * that moves earlier scrolls.
 */
const DRAG_PX = 5
const RESTED = 250
/** Auto-scroll: distance from an edge in pixels, and pixels per frame. */
const EDGE = 48
const STEP = 8

interface Drag {
  begin: () => void
  /** Called with the pointer's position, also after scrolling. */
  move: (x: number, y: number) => void
  drop: () => void
  cancel: () => void
}

/** Tracks one pointer from pointerdown to release and reports a drag. Other pointers are ignored. */
export function followPointer(pressed: PointerEvent, scroller: HTMLElement, drag: Drag) {
  const { pointerId, clientX, clientY } = pressed
  const isTouch = pressed.pointerType !== 'mouse'
  const stop = new AbortController()
  const at = { x: clientX, y: clientY }
  let isDragging = false
  let frame = 0
  const scroll = () => {
    const { top, bottom } = scroller.getBoundingClientRect()
    const step = at.y < top + EDGE ? -STEP : at.y > bottom - EDGE ? STEP : 0
    const before = scroller.scrollTop
    if (step !== 0) scroller.scrollBy({ top: step, behavior: 'instant' })
    if (scroller.scrollTop !== before) drag.move(at.x, at.y)
    frame = requestAnimationFrame(scroll)
  }
  const begin = () => {
    isDragging = true
    drag.begin()
    drag.move(at.x, at.y)
    frame = requestAnimationFrame(scroll)
  }
  const resting = isTouch ? setTimeout(begin, RESTED) : undefined
  const end = (isDropped: boolean) => {
    clearTimeout(resting)
    cancelAnimationFrame(frame)
    stop.abort()
    if (!isDragging) return
    swallowClick()
    if (isDropped) drag.drop()
    else drag.cancel()
  }
  const on = <T extends keyof WindowEventMap>(
    type: T,
    listener: (event: WindowEventMap[T]) => void,
    options?: AddEventListenerOptions,
  ) => addEventListener(type, listener, { ...options, signal: stop.signal })
  on('pointermove', (event) => {
    if (event.pointerId !== pointerId) return
    Object.assign(at, { x: event.clientX, y: event.clientY })
    if (isDragging) return drag.move(at.x, at.y)
    if (Math.hypot(at.x - clientX, at.y - clientY) < DRAG_PX) return
    if (isTouch) end(false)
    else begin()
  })
  on('pointerup', (event) => event.pointerId === pointerId && end(true))
  on('pointercancel', (event) => event.pointerId === pointerId && end(false))
  on('blur', () => end(false))
  on('touchmove', (event) => isDragging && event.preventDefault(), { passive: false })
  on('contextmenu', (event) => isTouch && event.preventDefault())
  on('keydown', (event) => giveUp(event, isDragging, end), { capture: true })
}

function giveUp(event: KeyboardEvent, isDragging: boolean, end: (isDropped: boolean) => void) {
  if (!isDragging || event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  end(false)
}

/** The browser fires a click after a drag; it is suppressed. */
function swallowClick() {
  const stop = new AbortController()
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true, signal: stop.signal })
  setTimeout(() => stop.abort())
}

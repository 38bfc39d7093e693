/** Pixels after which a mouse drags, and milliseconds at rest after which a finger does; moved earlier, it scrolls. */
const MOVED = 5
const RESTED = 250
/** Pixels from an edge within which what is dragged over scrolls, and how far it does in a frame. */
const EDGE = 48
const STEP = 8

interface Drag {
  begin: () => void
  /** Where the pointer is, also when what is under it has been scrolled. */
  move: (x: number, y: number) => void
  drop: () => void
  cancel: () => void
}

/** Follows one pointer from its press until it lets go, and tells when that is a drag. Other fingers change nothing. */
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
    if (Math.hypot(at.x - clientX, at.y - clientY) < MOVED) return
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

/** A drag ends with a click wherever the button is let go; that one is not meant. */
function swallowClick() {
  const stop = new AbortController()
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true, signal: stop.signal })
  setTimeout(() => stop.abort())
}

/** A pointer that moved, as events of the mouse tell it. */
interface Movement {
  movementX: number
  movementY: number
}

/**
 * How long a snackbar stays: so many milliseconds once it is there, and for as long as somebody points at it. A pointer
 * under which it opens and that does not move points at something else.
 */
export function stay(milliseconds: number, end: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    timer = setTimeout(end, milliseconds)
  }
  const hold = ({ movementX, movementY }: Movement) => {
    if (movementX !== 0 || movementY !== 0) stop()
  }
  return { start, hold, stop }
}

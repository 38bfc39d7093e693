/**
 * Does something in the next frame, which computes the layout anyway, instead of forcing a layout in an
 * effect. Returns the effect's cleanup.
 */
export function inNextFrame(work: () => void) {
  const frame = requestAnimationFrame(work)
  return () => cancelAnimationFrame(frame)
}
